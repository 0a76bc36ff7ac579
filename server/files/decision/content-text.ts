/** Glyphs that a content stream shows together, and the text that stands for them instead of what their font says. */
export type Shown = {
  font: string
  glyphs: number[]
  /** Where the operator with its operand stands; of a span, from its beginning to its end. */
  start: number
  end: number
  /** The text of the span, if it has one. */
  actualText?: string
  /** Of what is not in such a span: the operand as it is written. */
  operand?: readonly Operand[]
}

export type Operand = { glyphs: number[] } | { adjustment: string }

type Token = { is: 'operator' | 'name' | 'string' | 'other'; text: string; start: number; end: number }

const spaces = /[\0\t\n\f\r ]/

/** What a content stream of Typst shows, in order: two bytes a glyph, one group for each span with a text of its own. */
export function shownIn(content: string): Shown[] {
  const shown: Shown[] = []
  const spans: { at: number; text?: string }[] = []
  let operands: Token[] = []
  let font = ''
  let open: Shown | undefined
  for (const token of tokensOf(content)) {
    if (token.is !== 'operator') {
      operands.push(token)
      continue
    }
    const start = operands[0]?.start ?? token.start
    switch (token.text) {
      case 'Tf':
        font = operands[0]?.text ?? ''
        break
      case 'BMC':
      case 'BDC': {
        const text = actualTextIn(operands)
        spans.push({ at: start, ...(text === undefined ? {} : { text }) })
        if (text !== undefined && !open) open = { font: '', glyphs: [], start, end: start, actualText: text }
        break
      }
      case 'EMC':
        if (spans.pop()?.text !== undefined && open && !spans.some(({ text }) => text !== undefined)) {
          shown.push({ ...open, end: token.end })
          open = undefined
        }
        break
      case 'Tj':
      case 'TJ': {
        const operand = operandOf(operands)
        const glyphs = operand.flatMap((part) => ('glyphs' in part ? part.glyphs : []))
        if (!open) shown.push({ font, glyphs, start, end: token.end, operand })
        else open = { ...open, font, glyphs: [...open.glyphs, ...glyphs] }
        break
      }
    }
    operands = []
  }
  return shown
}

/** Shows an operand again. */
export const showing = (operand: readonly Operand[]): string =>
  `[${operand.map((part) => ('glyphs' in part ? `<${hexOf(part.glyphs)}>` : part.adjustment)).join(' ')}] TJ`

/** Puts a text of its own around what is shown. */
export const inSpan = (text: string, shown: string): string =>
  `/Span <<\n  /ActualText <FEFF${hexOfText(text)}>\n>> BDC\n${shown}\nEMC`

export const hexOfText = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    .map(hex4)
    .join('')

const hex4 = (number: number) => number.toString(16).toUpperCase().padStart(4, '0')
const hexOf = (glyphs: readonly number[]) => glyphs.map(hex4).join('')

function actualTextIn(operands: readonly Token[]): string | undefined {
  const at = operands.findIndex(({ is, text }) => is === 'name' && text === 'ActualText')
  const value = at < 0 ? undefined : operands[at + 1]
  if (value?.is !== 'string') return undefined
  const bytes = Buffer.from(value.text, 'latin1')
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? new TextDecoder('utf-16be').decode(bytes.subarray(2))
    : value.text
}

function operandOf(operands: readonly Token[]): Operand[] {
  return operands.flatMap(({ is, text }): Operand[] => {
    if (is === 'string') return [{ glyphs: pairsOf(text) }]
    return /^[-+.\d]/.test(text) ? [{ adjustment: text }] : []
  })
}

const pairsOf = (bytes: string) =>
  Array.from(
    { length: bytes.length >> 1 },
    (_, at) => (bytes.charCodeAt(2 * at) << 8) | bytes.charCodeAt(2 * at + 1),
  )

function* tokensOf(content: string): Generator<Token> {
  for (let at = 0; at < content.length; ) {
    const start = at
    const first = content[at] ?? ''
    if (spaces.test(first)) at += 1
    else if (first === '%') {
      while (at < content.length && content[at] !== '\n' && content[at] !== '\r') at += 1
    } else if (first === '(') {
      const { text, end } = literal(content, at)
      at = end
      yield { is: 'string', text, start, end }
    } else if (content.startsWith('<<', at) || content.startsWith('>>', at)) {
      at += 2
      yield { is: 'other', text: first + first, start, end: at }
    } else if (first === '<') {
      const closed = content.indexOf('>', at)
      at = closed < 0 ? content.length : closed + 1
      const digits = content.slice(start + 1, at - 1).replaceAll(/\s/g, '')
      yield { is: 'string', text: Buffer.from(digits, 'hex').toString('latin1'), start, end: at }
    } else if (/[[\]{}>)]/.test(first)) {
      at += 1
      yield { is: 'other', text: first, start, end: at }
    } else {
      at += 1
      while (at < content.length && !/[\0\t\n\f\r ()<>[\]{}/%]/.test(content[at] ?? '')) at += 1
      const text = content.slice(start, at)
      if (first === '/') yield { is: 'name', text: text.slice(1), start, end: at }
      else yield { is: /^[-+.\d]/.test(text) ? 'other' : 'operator', text, start, end: at }
    }
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function literal(content: string, from: number): { text: string; end: number } {
  let text = ''
  let depth = 0
  for (let at = from; at < content.length; at += 1) {
    const character = content[at] ?? ''
    if (character === '\\') {
      const [octal] = /^[0-7]{1,3}/.exec(content.slice(at + 1, at + 4)) ?? []
      const next = content[at + 1] ?? ''
      if (octal) text += String.fromCharCode(Number.parseInt(octal, 8) & 255)
      else if (next === '\r' || next === '\n') text += ''
      else text += escapes[next] ?? next
      at += octal?.length ?? 1
      continue
    }
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) return { text, end: at + 1 }
    if (depth > 1 || character !== '(') text += character
  }
  return { text, end: content.length }
}
