import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { type RawObjects, rawPdf, text } from '../files/intake/raw-pdf.ts'
import type { UnreadableReason } from '../files/pdf/unreadable.ts'
import { numberedPages, testPdf } from './test-pdf.ts'

/** What must come of a file: its pages, and what reading them gives. */
export type Outcome =
  | { unreadable: UnreadableReason }
  | {
      pages: number
      /** The words that the pages have, in their order; for a page that cannot be read its reason, in brackets. */
      words: readonly string[]
      /** What comes of its active content; `harmless` where it is not said. */
      defusal?: 'defused' | 'untold'
    }

export type AwkwardPdf = { name: string; make(): Buffer | Promise<Buffer>; outcome: Outcome }

const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const page = (more = '') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>${more}>>`
const words = (shown: string) => text(`BT /F 24 Tf 72 700 Td (${shown}) Tj ET`)

/** A file of one page, with any of its objects replaced. */
function onePage(objects: RawObjects = {}, trailer = ''): Buffer {
  const usual = {
    1: catalog,
    2: '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    3: font,
    4: page(),
    5: words('One page'),
  }
  return rawPdf({ ...usual, ...objects }, { trailer })
}

const onePageOutcome = { pages: 1, words: ['One', 'page'] }

export const awkwardPdfs: readonly AwkwardPdf[] = [
  {
    name: 'pages turned by every angle',
    make: () => testPdf([0, 90, 180, 270, -90, 450].map((rotate) => ({ text: `Turned ${rotate}`, rotate }))),
    outcome: { pages: 6, words: 'Turned 0 Turned 90 Turned 180 Turned 270 Turned -90 Turned 450'.split(' ') },
  },
  {
    name: 'a page of which a part is shown',
    make: () => testPdf([{ text: 'Cropped words', cropBox: [50, 600, 300, 750] }]),
    outcome: { pages: 1, words: ['Cropped', 'words'] },
  },
  {
    name: 'a page whose crop box lies outside of its page',
    make: () => testPdf([{ text: 'Cropped words', cropBox: [5000, 5000, 6000, 6000] }]),
    outcome: { pages: 1, words: ['Cropped', 'words'] },
  },
  {
    name: 'letters joined into ligatures',
    make: () => withFont('Roboto-Regular', (pdf) => pdf.text('The office of affairs filed it finally.')),
    outcome: { pages: 1, words: 'The office of affairs filed it finally.'.split(' ') },
  },
  {
    name: 'words from right to left',
    make: () => withFont('DejaVuSans', (pdf) => pdf.text('שלום', 72, 72).text('مرحبا', 72, 120)),
    outcome: { pages: 1, words: ['שלום', 'مرحبا'] },
  },
  {
    name: 'two columns, drawn line by line across both',
    make: () => testColumns(),
    outcome: {
      pages: 1,
      words: [...columnWords('left'), ...columnWords('right')],
    },
  },
  {
    name: 'letters that tell no Unicode',
    make: () =>
      onePage({
        3: '<</Type/Font/Subtype/Type0/BaseFont/Unknown/Encoding/Identity-H/DescendantFonts[6 0 R]>>',
        5: text('BT /F 24 Tf 72 700 Td <000100020003> Tj ET'),
        6: '<</Type/Font/Subtype/CIDFontType2/BaseFont/Unknown/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R>>',
        7: '<</Type/FontDescriptor/FontName/Unknown/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
      }),
    outcome: { pages: 1, words: [] },
  },
  {
    name: 'a password that every reader needs',
    make: () => testPdf(['secret'], { userPassword: 'password' }),
    outcome: { unreadable: 'encrypted' },
  },
  {
    name: 'a password that only the owner needs',
    make: () => testPdf(['Readable by all'], { ownerPassword: 'password' }),
    outcome: { pages: 1, words: ['Readable', 'by', 'all'] },
  },
  {
    name: 'the first half',
    make: async () => half(await testPdf(numberedPages(40))),
    outcome: { unreadable: 'damaged' },
  },
  {
    name: 'no table of its objects at the end',
    make: async () => {
      const whole = await testPdf(['Cut at the end'])
      return whole.subarray(0, whole.lastIndexOf('xref\n0') + 20)
    },
    outcome: { unreadable: 'damaged' },
  },
  {
    name: 'a table of its objects that is wrong',
    make: () =>
      Buffer.from(
        onePage()
          .toString('latin1')
          .replace(/^00000\d{5} 00000 n/gm, '0000000007 00000 n'),
        'latin1',
      ),
    outcome: onePageOutcome,
  },
  {
    name: 'bytes before its header and behind its end',
    make: () => Buffer.concat([Buffer.from('junk\n'.repeat(100)), onePage(), Buffer.alloc(3000, 32)]),
    outcome: onePageOutcome,
  },
  { name: 'no bytes', make: () => Buffer.alloc(0), outcome: { unreadable: 'empty' } },
  { name: 'no pages', make: () => testPdf([]), outcome: { unreadable: 'empty' } },
  {
    name: 'a page tree that leads back to its root',
    make: () => onePage({ 2: '<</Type/Pages/Count 2/Kids[4 0 R 2 0 R]>>' }),
    outcome: { pages: 2, words: ['One', 'page'] },
  },
  {
    name: 'a page that is its own parent',
    make: () => onePage({ 4: page().replace('/Parent 2 0 R', '/Parent 4 0 R') }),
    outcome: onePageOutcome,
  },
  {
    name: 'a page tree of five thousand levels',
    make: () => {
      const levels: RawObjects = {}
      for (let level = 0; level < 5000; level++)
        levels[10 + level] =
          `<</Type/Pages/Count 1/Parent ${level ? 9 + level : 2} 0 R/Kids[${level < 4999 ? 11 + level : 4} 0 R]>>`
      return onePage({ 2: '<</Type/Pages/Count 1/Kids[10 0 R]>>', ...levels })
    },
    outcome: { pages: 1, words: [] },
  },
  {
    name: 'arrays inside arrays without end',
    make: () => onePage({ 4: page(`/Odd ${'['.repeat(200_000)}${']'.repeat(200_000)}`) }),
    outcome: onePageOutcome,
  },
  {
    name: 'dictionaries inside dictionaries without end',
    make: () =>
      onePage({ 1: `<</Type/Catalog/Pages 2 0 R/Odd ${'<</A'.repeat(100_000)} 1${'>>'.repeat(100_000)}>>` }),
    outcome: onePageOutcome,
  },
  {
    name: 'arrays inside arrays in what a page draws',
    make: () => onePage({ 5: text(`${'['.repeat(500_000)} BT /F 24 Tf 72 700 Td (One page) Tj ET`) }),
    outcome: { pages: 1, words: [] },
  },
  {
    name: 'a hundred megabytes of drawing on a page',
    make: () => onePage({ 5: flate(Buffer.alloc(100 * 1024 ** 2, '1 0 0 RG 0 0 m 9 9 l S ')) }),
    outcome: { pages: 1, words: ['(tooLarge)'] },
  },
  {
    name: 'four gigabytes of nothing in a few packed bytes',
    make: () => onePage({ 5: { dictionary: '/Filter/FlateDecode', bytes: gigabytes(4) } }),
    outcome: { pages: 1, words: ['(tooLarge)'] },
  },
  {
    name: 'four gigabytes packed twice',
    make: () =>
      onePage({ 5: { dictionary: '/Filter[/FlateDecode/FlateDecode]', bytes: deflateSync(gigabytes(4)) } }),
    outcome: { pages: 1, words: ['(tooLarge)'] },
  },
  {
    name: 'a filter named a thousand times',
    make: () =>
      onePage({
        5: { dictionary: `/Filter[${'/ASCIIHexDecode'.repeat(1000)}]`, bytes: Buffer.alloc(10_000, '3') },
      }),
    outcome: { pages: 1, words: [] },
  },
  {
    name: 'more pages than there are',
    make: () => onePage({ 2: '<</Type/Pages/Count 2000000000/Kids[4 0 R]>>' }),
    outcome: onePageOutcome,
  },
  {
    name: 'less than no pages',
    make: () => onePage({ 2: '<</Type/Pages/Count -5/Kids[4 0 R]>>' }),
    outcome: onePageOutcome,
  },
  {
    name: 'a page the size of a country',
    make: () => onePage({ 4: page().replace('[0 0 612 792]', '[0 0 2000000000 2000000000]') }),
    outcome: onePageOutcome,
  },
  {
    name: 'a page without a size',
    make: () => onePage({ 4: page().replace('[0 0 612 792]', '[0 0 0 0]') }),
    outcome: onePageOutcome,
  },
  {
    name: 'a script, a program and a file inside',
    make: () =>
      onePage({
        1: `${catalog.slice(0, -2)}/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>>>`,
        4: page('/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(calc.exe)>>>>]'),
        6: '<</Type/Filespec/F(a.exe)/EF<</F 7 0 R>>>>',
        7: { dictionary: '/Type/EmbeddedFile', bytes: Buffer.from('MZ') },
      }),
    outcome: { ...onePageOutcome, defusal: 'defused' },
  },
  {
    name: 'a table of objects that leads back to itself',
    make: () => {
      const once = onePage()
      return onePage({}, `/Prev ${once.lastIndexOf('xref\n0')}`)
    },
    outcome: onePageOutcome,
  },
  {
    name: 'an object that is itself',
    make: () => onePage({ 5: '5 0 R', 2: '<</Type/Pages/Count 1/Kids[4 0 R]/Odd 6 0 R>>', 6: '6 0 R' }),
    outcome: { pages: 1, words: [] },
  },
  {
    name: 'a stream whose length is itself',
    make: () =>
      Buffer.from(
        onePage()
          .toString('latin1')
          .replace(/\/Length \d+>>stream/, '/Length 5 0 R>>stream'),
        'latin1',
      ),
    outcome: onePageOutcome,
  },
  {
    name: 'packed objects that extend themselves',
    make: () => packedInItself(),
    outcome: { pages: 1, words: [], defusal: 'untold' },
  },
  {
    name: 'sixteen million letters in a few drawings that draw each other twice',
    make: () => {
      const drawings: RawObjects = {}
      for (let level = 0; level < 25; level++) {
        const content = level < 24 ? '/X Do /X Do' : 'BT /F 12 Tf (a) Tj ET'
        const resources = `<</XObject<</X ${level + 11} 0 R>>/Font<</F 3 0 R>>>>`
        const dictionary = `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources${resources}`
        drawings[level + 10] = { dictionary, bytes: Buffer.from(content) }
      }
      return onePage({
        4: page().replace('/Font', '/XObject<</X 10 0 R>>/Font'),
        5: text('/X Do'),
        ...drawings,
      })
    },
    outcome: { pages: 1, words: ['(tooLarge)'] },
  },
  {
    name: 'a drawing that draws itself',
    make: () =>
      onePage({
        4: page().replace('/Font', '/XObject<</X 6 0 R>>/Font'),
        5: text('BT /F 24 Tf 72 700 Td (One page) Tj ET /X Do'),
        6: {
          dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>',
          bytes: Buffer.from('/X Do'),
        },
      }),
    outcome: onePageOutcome,
  },
]

function columnWords(side: string): string[] {
  return Array.from({ length: 30 }, (_, line) => [`${side}${line}`, 'goes', 'on', 'below']).flat()
}

function testColumns(): Buffer {
  const lines = Array.from({ length: 30 }, (_, line) => {
    const at = (x: number, side: string) =>
      `1 0 0 1 ${x} ${700 - line * 14} Tm (${side}${line} goes on below) Tj`
    return `${at(60, 'left')} ${at(330, 'right')}`
  })
  return onePage({ 5: text(`BT /F 11 Tf ${lines.join(' ')} ET`) })
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

async function withFont(name: string, draw: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ info: { CreationDate: new Date(0) }, font: '' })
  const bytes = buffer(pdf)
  pdf.registerFont('own', fileURLToPath(new URL(`../files/pdf/fonts/${name}.ttf`, import.meta.url)))
  draw(pdf.font('own').fontSize(20))
  pdf.end()
  return await bytes
}

function flate(bytes: Buffer) {
  return { dictionary: '/Filter/FlateDecode', bytes: deflateSync(bytes, { level: 1 }) }
}

/** Zlib data that unpacks to this many gigabytes of spaces: one packed megabyte, again and again. */
function gigabytes(count: number): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(1024 ** 2, 32), { finishFlush: constants.Z_FULL_FLUSH })
  const end = deflateRawSync(Buffer.alloc(0))
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...new Array(count * 1024).fill(megabyte),
    end,
    Buffer.alloc(4),
  ])
}

/** An object stream that extends itself, and whose own entry says that it lies inside itself. */
function packedInItself(): Buffer {
  const head = '%PDF-1.7\n'
  const inner = '1 0 2 29 '
  const objects = `${inner}<</Type/Catalog/Pages 2 0 R>> <</Type/Pages/Count 1/Kids[4 0 R]>>`
  const stream = `5 0 obj\n<</Type/ObjStm/N 2/First ${inner.length}/Extends 5 0 R/Length ${objects.length}>>stream\n${objects}\nendstream\nendobj\n`
  const at = head.length + stream.length
  const row = (type: number, second: number, third: number) => [type, second >> 8, second & 255, third]
  const rows = Buffer.from(
    [
      row(0, 0, 0),
      row(2, 5, 0),
      row(2, 5, 1),
      row(0, 0, 0),
      row(2, 5, 1),
      row(2, 5, 0),
      row(1, at, 0),
    ].flat(),
  )
  return Buffer.concat([
    Buffer.from(head + stream),
    Buffer.from(
      `6 0 obj\n<</Type/XRef/Size 7/W[1 2 1]/Root 1 0 R/Prev ${at}/Length ${rows.length}>>stream\n`,
    ),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ])
}
