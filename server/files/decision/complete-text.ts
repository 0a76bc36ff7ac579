import { deflateSync } from 'node:zlib'
import { type PDF, PdfArray, type PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core'
import { hexOfText, inSpan, type Operand, type Shown, showing, shownIn } from './content-text.ts'

/**
 * A letter with several marks is drawn by several glyphs. Typst says what the first of them stands for, once more for each
 * mark that is raised, and nothing of the others: PDF/UA-1 and PDF/A-2a want a text for each, and whoever searches wants
 * the letter once. Here each glyph gets its part of the letter, and the letter stands once. A file without such letters
 * stays as it is, byte for byte.
 */
export function completeText(pdf: PDF): void {
  const { registry } = pdf.context
  const resolve = <T>(value: unknown) => (value instanceof PdfRef ? registry.resolve(value) : value) as T
  const texts = new Map<PdfStream, GlyphTexts>()
  const pages = pdf.getPages().flatMap(({ dict }) => {
    const contents = resolve<unknown>(dict.get('Contents'))
    const [only, ...others] =
      contents instanceof PdfArray ? contents.toArray().map((one) => resolve<PdfStream>(one)) : [contents]
    const resources = resolve<PdfDict | undefined>(dict.get('Resources'))
    const fonts = resolve<PdfDict | undefined>(resources?.get('Font'))
    if (!(only instanceof PdfStream) || others.length > 0 || !fonts) return []
    const textsOf = (name: string) => {
      const map = resolve<PdfStream | undefined>(
        resolve<PdfDict | undefined>(fonts.get(name))?.get('ToUnicode'),
      )
      if (!map) return undefined
      const known = texts.get(map) ?? readTexts(map)
      texts.set(map, known)
      return known
    }
    const content = Buffer.from(only.getDecodedData()).toString('latin1')
    return [{ stream: only, content, letters: lettersIn(content, textsOf) }]
  })
  // What a glyph says by itself somewhere is what it says.
  for (const { letters } of pages)
    for (const { pieces, texts: of } of letters)
      if (pieces.length === 1 && pieces[0]?.shown.actualText === undefined)
        for (const glyph of pieces[0]?.glyphs ?? []) of.own.add(glyph)
  for (const { letters } of pages) for (const letter of letters) if (isOfParts(letter)) share(letter)
  for (const { stream, content, letters } of pages) {
    const changed = withLettersOnce(content, letters)
    if (changed !== content) setText(stream, changed)
  }
  for (const [map, known] of texts) if (known.added.size > 0) setText(map, withTexts(map, known))
}

/** What the glyphs of a font stand for. */
type GlyphTexts = {
  said: Map<number, string>
  /** Those that are seen to stand for it by themselves. */
  own: Set<number>
  added: Map<number, string>
}

/** A part of a letter: all that one span shows, or one glyph. */
type Piece = { shown: Shown; glyphs: number[]; index: number; text: string }
type Letter = { text: string; texts: GlyphTexts; pieces: Piece[] }

const isOfParts = ({ text, pieces }: Letter) =>
  codePointsOf(text).length > 1 && (pieces.length > 1 || pieces.some(({ glyphs }) => glyphs.length > 1))

const codePointsOf = (text: string) => [...text.normalize('NFD')]

/** A mark that is raised follows as a piece of its own, which says the whole letter again and is not its first glyph. */
function lettersIn(content: string, textsOf: (font: string) => GlyphTexts | undefined): Letter[] {
  const letters: Letter[] = []
  for (const shown of shownIn(content)) {
    const texts = textsOf(shown.font)
    if (!texts) continue
    const pieces: Piece[] =
      shown.actualText === undefined
        ? shown.glyphs.map((glyph, index) => ({
            shown,
            glyphs: [glyph],
            index,
            text: texts.said.get(glyph) ?? '',
          }))
        : [{ shown, glyphs: shown.glyphs, index: 0, text: shown.actualText }]
    for (const piece of pieces) {
      const last = letters.at(-1)
      const isMore =
        piece.index === 0 &&
        last?.text === piece.text &&
        last.texts === texts &&
        last.pieces[0]?.glyphs[0] !== piece.glyphs[0] &&
        codePointsOf(piece.text).length > 1
      if (isMore) last.pieces.push(piece)
      else letters.push({ text: piece.text, texts, pieces: [piece] })
    }
  }
  return letters
}

const isRightToLeft = (text: string) =>
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u.test(text)
/** For a glyph that is left over: it is drawn, and says nothing. */
const nothing = '\u200b'

/**
 * Gives each glyph its part, in the order of the text; the first glyph that is not known has what is composed in it. Whether
 * the glyphs say the letter by themselves then.
 */
function share({ text, texts, pieces }: Letter): boolean {
  const glyphs = pieces.flatMap((piece) => piece.glyphs)
  if (isRightToLeft(text)) glyphs.reverse()
  const left = codePointsOf(text)
  let saysAll = true
  for (const [at, glyph] of glyphs.entries()) {
    const others = glyphs.length - at - 1
    const said = texts.added.get(glyph) ?? (texts.own.has(glyph) ? texts.said.get(glyph) : undefined)
    const known = said === undefined || said === nothing ? [] : codePointsOf(said)
    const isKnown = known.length > 0 && known.every((one, index) => one === left[index])
    const count = isKnown ? known.length : Math.min(left.length, Math.max(1, left.length - others))
    const part = left.splice(0, count).join('').normalize('NFC')
    if (said === undefined) texts.added.set(glyph, part || nothing)
    saysAll &&= part !== '' && (said === undefined || isKnown)
  }
  return saysAll && left.length === 0
}

/**
 * Where the glyphs of a letter say it, no span says it again: readers take what is in a span for a word of its own.
 * Otherwise the first piece says the letter, and the others nothing.
 */
function withLettersOnce(content: string, letters: readonly Letter[]): string {
  const edits: { start: number; end: number; text: string }[] = []
  for (const letter of letters) {
    if (!isOfParts(letter)) continue
    const saysItself = share(letter)
    for (const [at, { shown, index }] of letter.pieces.entries()) {
      if (edits.some(({ start }) => start === shown.start)) continue
      const span = content.slice(shown.start, shown.end)
      const text = at === 0 ? letter.text : ''
      if (shown.actualText === undefined) {
        if (!saysItself && letter.pieces.length > 1)
          edits.push({ ...shown, text: withSpan(shown, index, text) })
      } else if (saysItself)
        edits.push({ ...shown, text: span.replace(/^[\s\S]*?BDC\s*/, '').replace(/\s*EMC$/, '') })
      else
        edits.push({ ...shown, text: span.replace(/(?<=\/ActualText\s*<)[^>]*/, `FEFF${hexOfText(text)}`) })
    }
  }
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((changed, { start, end, text }) => changed.slice(0, start) + text + changed.slice(end), content)
}

/** Of what is shown, one glyph in a span of its own. */
function withSpan({ operand = [] }: Shown, index: number, text: string): string {
  const single = operand.flatMap((part): Operand[] =>
    'glyphs' in part ? part.glyphs.map((glyph) => ({ glyphs: [glyph] })) : [part],
  )
  const place = single.flatMap((part, at) => ('glyphs' in part ? [at] : []))[index] ?? 0
  // What moves the glyph goes with it.
  const before = single.slice(0, place)
  const own = single[place]
  const behind = single.slice(place + 1)
  const show = (parts: readonly Operand[]) => (parts.length === 0 ? [] : [showing(parts)])
  return [...show(before), inSpan(text, showing(own ? [own] : [])), ...show(behind)].join('\n')
}

function readTexts(map: PdfStream): GlyphTexts {
  const said = new Map<number, string>()
  const source = Buffer.from(map.getDecodedData()).toString('latin1')
  for (const [, section = ''] of source.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of section.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]*)>/gi))
      said.set(Number.parseInt(glyph, 16), new TextDecoder('utf-16be').decode(Buffer.from(text, 'hex')))
  return { said, own: new Set(), added: new Map() }
}

const mostInSection = 100

function withTexts(map: PdfStream, { said, added }: GlyphTexts): string {
  const source = Buffer.from(map.getDecodedData()).toString('latin1')
  const all = [...new Map([...said, ...added])].toSorted(([one], [other]) => one - other)
  const lines = all.map(
    ([glyph, text]) => `<${glyph.toString(16).toUpperCase().padStart(4, '0')}> <${hexOfText(text)}>`,
  )
  const sections: string[] = []
  for (let at = 0; at < lines.length; at += mostInSection) {
    const some = lines.slice(at, at + mostInSection)
    sections.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`)
  }
  const begin = source.search(/\d+ beginbfchar/)
  const end = source.lastIndexOf('endbfchar') + 'endbfchar\n'.length
  return source.slice(0, begin) + sections.join('') + source.slice(end)
}

function setText(stream: PdfStream, text: string): void {
  stream.setData(deflateSync(Buffer.from(text, 'latin1')))
  stream.set('Filter', PdfName.of('FlateDecode'))
}
