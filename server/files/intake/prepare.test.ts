import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { mutated, seeded } from '../../test/mutants.ts'
import {
  docx,
  groupFour,
  jpeg,
  paragraph,
  picture,
  plainRows,
  png,
  relationship,
  tiff,
  wordEntries,
  zip,
} from '../../test/sample-files.ts'
import { sized } from '../../test/size.ts'
import { testPdf } from '../../test/test-pdf.ts'
import { openPdfWorkers, type PdfWorkers } from '../pdf/pdf-workers.ts'
import { qpdfPath } from '../pdf/qpdf.ts'
import { type Prepared, prepareForReading } from './prepare.ts'
import { UnsupportedFile } from './unsupported.ts'

describe('preparing a file for reading', () => {
  let folder: string
  let pdf: PdfWorkers
  let made = 0

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-prepare-'))
    pdf = openPdfWorkers({ size: 1 })
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  const scratchPath = () => join(folder, `scratch-${made++}`)

  async function prepare(bytes: Uint8Array | string): Promise<Prepared> {
    const path = join(folder, 'received')
    await writeFile(path, bytes)
    return await prepareForReading({ path, scratchPath, pdf })
  }

  it('a PDF that repeats a page without end is refused, and says how many are taken in', async () => {
    const kids = (count: number) => '3 0 R '.repeat(count)
    const repeating = (count: number) => `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count ${count}/Kids[${kids(count)}]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer<</Root 1 0 R/Size 4>>
`
    await assert.rejects(prepare(repeating(200_000)), {
      name: 'Refusal',
      message: 'The file has 200,000 pages; at most 100,000 are allowed.',
    })
    assert.equal((await prepare(repeating(200))).kind, 'pdf')
  })

  async function convert(bytes: Uint8Array | string) {
    const prepared = await prepare(bytes)
    assert.ok(prepared.kind === 'converted', JSON.stringify(prepared))
    return prepared
  }

  async function textOf(bytes: Uint8Array | string): Promise<string[]> {
    const { path, pageCount } = await convert(bytes)
    const batches = await Array.fromAsync(pdf.text(path, { firstPage: 1, pageCount }))
    return batches.flat().map(({ text }) => text)
  }

  async function sizesOf({ path, pageCount }: { path: string; pageCount: number }): Promise<number[][]> {
    const boxes = await pdf.cropBoxes(
      path,
      Array.from({ length: pageCount }, (_, index) => index + 1),
    )
    return boxes.map(({ left, bottom, right, top }) => [left, bottom, right, top])
  }

  describe('PDF', () => {
    it('is read as it is', async () => {
      const prepared = await prepare(await testPdf(['one', 'two']))
      assert.deepEqual(prepared, {
        kind: 'pdf',
        mediaType: 'application/pdf',
        path: join(folder, 'received'),
        pageCount: 2,
      })
    })

    it('is a PDF with anything before its header that readers accept', async () => {
      const prepared = await prepare(
        Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), await testPdf(['one'])]),
      )
      assert.equal(prepared.kind, 'pdf')
    })

    it('is kept with its reason where it cannot be read', async () => {
      const cases: [Uint8Array | string, string][] = [
        [await testPdf(['secret'], { userPassword: 'secret' }), 'encrypted'],
        [(await testPdf(['cut'])).subarray(0, 700), 'damaged'],
        ['%PDF-1.7\nand nothing else', 'damaged'],
        [await testPdf([]), 'empty'],
      ]
      for (const [bytes, reason] of cases)
        assert.deepEqual(await prepare(bytes), { kind: 'unreadable', mediaType: 'application/pdf', reason })
    })

    it('is not every text that speaks of one', async () => {
      assert.deepEqual(await textOf('A file begins with %PDF-1.7, as a rule.'), [
        'A file begins with %PDF-1.7, as a rule.',
      ])
    })
  })

  describe('images', () => {
    it('have the page size that their resolution gives', async () => {
      const perMetre = Buffer.alloc(9)
      perMetre.writeUInt32BE(7874, 0)
      perMetre.writeUInt32BE(7874, 4)
      perMetre[8] = 1
      const row = Array.from({ length: 400 * 3 }, () => 200)
      const bytes = png({ width: 400, height: 600, rows: plainRows(600, row), chunks: [['pHYs', perMetre]] })
      assert.deepEqual(await sizesOf(await convert(bytes)), [[0, 0, 144, 216]])
    })

    it('fill a letter page where they do not tell their resolution, or one that cannot be meant', async () => {
      const bytes = png({ width: 400, height: 200, rows: plainRows(200, new Array(1200).fill(9)) })
      assert.deepEqual(await sizesOf(await convert(bytes)), [[0, 0, 792, 396]])
    })

    it('are turned as a camera says', async () => {
      const upright = await sizesOf(await convert(jpeg()))
      const turned = await convert(jpeg({ orientation: 6 }))
      const [[, , width, height]] = upright as [number[]]
      assert.deepEqual(await sizesOf(turned), [[0, 0, height, width]])
      assert.match(
        await contentOf(turned.path),
        new RegExp(`cm 0 -${width} ${height} 0 0 ${width} cm /Image1 Do`),
      )
    })

    it('come to white where a PNG is transparent', async () => {
      const { path } = await convert(
        png({ colorType: 6, rows: plainRows(2, [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 255, 9, 9, 9, 0]) }),
      )
      const row = [255, 0, 0, 255, 255, 255, 0, 0, 255, 255, 255, 255]
      assert.deepEqual([...(await imagesOf(path))[0]!], [...row, ...row])
    })

    it('are one page each in a TIFF by CCITT group 4, high or wide as a fax is', async () => {
      const page = { width: 16, height: 8, compression: 4, data: groupFour }
      const converted = await convert(
        tiff([page, { ...page, dotsPerInch: [8, 4] as [number, number] }, page]),
      )
      assert.equal(converted.pageCount, 3)
      const [first, second] = await imagesOf(converted.path)
      assert.deepEqual([...first!], Array.from({ length: 8 }, () => [0b1111_0000, 0xff]).flat())
      assert.deepEqual(second, first)
    })

    it('keep the two resolutions of a fax apart', async () => {
      const rows = Buffer.alloc(216 * 1000)
      const page = {
        width: 1728,
        height: 1000,
        compression: 1,
        dotsPerInch: [204, 98] as [number, number],
        data: rows,
      }
      assert.deepEqual(await sizesOf(await convert(tiff([page]))), [[0, 0, 609.88, 734.69].map(Math.fround)])
    })

    it('are unpacked no further than their own size', async () => {
      const bomb = { width: 16, height: 8, compression: 8, data: deflateSync(Buffer.alloc(64 * 1024 ** 2)) }
      const { path } = await convert(tiff([bomb]))
      assert.deepEqual([...(await imagesOf(path))[0]!], new Array(16).fill(0xff))
    })

    it('are unreadable where they are damaged, endless or too large', async () => {
      const whole = png({ width: 100, height: 100, rows: plainRows(100, new Array(300).fill(1)) })
      const page = { width: 16, height: 8, compression: 4, data: groupFour }
      const cases: [Uint8Array, string, string][] = [
        [whole.subarray(0, whole.length - 30), 'image/png', 'damaged'],
        [png({ width: 60_000, height: 60_000, rows: plainRows(1, [0]) }), 'image/png', 'tooLarge'],
        [jpeg().subarray(0, 60), 'image/jpeg', 'damaged'],
        [tiff([page, page], { loops: true }), 'image/tiff', 'damaged'],
        [tiff([{ ...page, width: 60_000, height: 60_000 }]), 'image/tiff', 'tooLarge'],
        [tiff([page]).subarray(0, 150), 'image/tiff', 'damaged'],
      ]
      for (const [bytes, mediaType, reason] of cases)
        assert.deepEqual(await prepare(bytes), { kind: 'unreadable', mediaType, reason })
    })
  })

  describe('text', () => {
    it('is the same in every encoding', async () => {
      const text = 'Señor Müller’s café:\n  70 %\tof 38 CFR § 3.303'
      const latin = Buffer.from(text.replace('’', "'"), 'latin1')
      const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
      for (const bytes of [
        Buffer.from(text),
        Buffer.from(`\ufeff${text}`, 'utf16le'),
        Buffer.from(text, 'utf16le'),
        big,
      ])
        assert.deepEqual(wordsOf(await textOf(bytes)), wordsOf([text]))
      assert.deepEqual(wordsOf(await textOf(latin)), wordsOf([text.replace('’', "'")]))
    })

    it('keeps letters of every script, those that no font has too', async () => {
      const lines = ['Ελληνικά Русский Türkçe', 'שלום עולם', '☐ no ☒ yes → 5 ≥ 4', '日本語 한국어']
      assert.deepEqual(wordsOf(await textOf(lines.join('\n'))), wordsOf(lines))
    })

    it('goes on over pages, wraps what is too long, and begins a page at a form feed', async () => {
      const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
      const pages = await textOf(`${'line\n'.repeat(100)}${long}\fSecond part\n\f\n`)
      assert.equal(pages.length, 3)
      assert.deepEqual(wordsOf([pages[1]!]).slice(-60), wordsOf([long]))
      assert.equal(pages[2], 'Second part')
    })

    it('ends at a number of pages', async () => {
      const prepared = await prepare('line\f'.repeat(5_001))
      assert.deepEqual(prepared, { kind: 'unreadable', mediaType: 'text/plain', reason: 'tooLarge' })
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name === `scratch-${made - 1}`),
        [],
      )
    })
  })

  describe('Word documents', () => {
    const list = (text: string) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
    const numbering =
      '<?xml version="1.0"?><w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>'
    const numberingRelationship =
      '<Relationship Id="n" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/>'

    it('keep their headings, paragraphs, lists, tables and page breaks', async () => {
      const body = [
        paragraph('Statement of the veteran', { style: 'Heading1' }),
        `<w:p>${'<w:r><w:rPr><w:b/></w:rPr><w:t>Knee pain</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve"> since 1991</w:t></w:r>'}</w:p>`,
        list('first reason'),
        list('second reason'),
        `<w:tbl><w:tr>${cell('Date')}${cell('Finding')}</w:tr><w:tr>${cell('1 May 2024', '<w:gridSpan w:val="1"/>')}${cell('limited flexion – 60°')}</w:tr></w:tbl>`,
        '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
        paragraph('Ελληνικά, Русский, שלום'),
      ].join('')
      const pages = await textOf(await docx(body, { 'word/numbering.xml': numbering }, numberingRelationship))
      assert.deepEqual(
        pages.map((page) => page.split('\n').map(squeezed).filter(Boolean)),
        [
          [
            'Statement of the veteran',
            'Knee pain since 1991',
            '1. first reason',
            '2. second reason',
            'Date Finding',
            '1 May 2024 limited flexion – 60°',
          ],
          ['Ελληνικά, Русский, שלום'],
        ],
      )
    })

    it('are told from other ZIPs wherever in the file they say what they are', async () => {
      const { '[Content_Types].xml': types, ...rest } = wordEntries(paragraph('Late'))
      const bytes = await zip({
        'word/media/a.bin': randomBytes(1_500_000),
        ...rest,
        '[Content_Types].xml': types!,
      })
      assert.deepEqual(await textOf(bytes), ['Late'])
    })

    it('go on over pages, in tables too', async () => {
      const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
      const pages = await textOf(
        await docx(`${paragraph(words.join(' '))}<w:tbl><w:tr>${cell(words.join(' '))}</w:tr></w:tbl>`),
      )
      assert.ok(pages.length >= 6)
      assert.deepEqual(wordsOf(pages), [...words, ...words])
    })

    it('show their pictures, and fetch none from elsewhere', async () => {
      let requests = 0
      const server = createServer((_request, response) => {
        requests += 1
        response.end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const body = [
        picture('r:embed="inside"'),
        picture('r:link="outside"'),
        picture('r:link="file"'),
        paragraph('After the pictures'),
      ].join('')
      const relationships = [
        relationship('inside', 'media/a.png'),
        relationship('outside', `http://127.0.0.1:${port}/a.png`, ' TargetMode="External"'),
        relationship('file', 'file:///etc/passwd', ' TargetMode="External"'),
      ].join('')
      const image = png({ rows: plainRows(2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) })
      const prepared = await prepare(await docx(body, { 'word/media/a.png': image }, relationships))
      server.close()
      assert.equal(requests, 0)
      assert.ok(prepared.kind === 'converted', JSON.stringify(prepared))
      assert.equal((await imagesOf(prepared.path)).length, 1)
    })

    it('are unreadable where they unpack to too much, or are damaged', async () => {
      const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      const bomb = await docx(paragraph('small'), { 'word/media/a.png': Buffer.alloc(130 * 1024 ** 2) })
      assert.ok(bomb.length < 1024 ** 2)
      assert.deepEqual(await prepare(bomb), { kind: 'unreadable', mediaType: docxType, reason: 'tooLarge' })
      const cut = (await docx(paragraph('cut'))).subarray(0, 900)
      assert.deepEqual(await prepare(cut), { kind: 'unreadable', mediaType: docxType, reason: 'damaged' })
      const deep = await docx('<w:tbl><w:tr><w:tc>'.repeat(20_000))
      assert.deepEqual(await prepare(deep), { kind: 'unreadable', mediaType: docxType, reason: 'damaged' })
    })
  })

  it('gives the same bytes for the same file', async () => {
    const word = await docx(`${paragraph('One', { style: 'Heading1' })}${paragraph('日本')}`)
    for (const bytes of [
      word,
      jpeg(),
      tiff([{ width: 16, height: 8, compression: 4, data: groupFour }]),
      'text ☐',
    ]) {
      const [one, two] = [await convert(bytes), await convert(bytes)]
      assert.deepEqual(await readFile(one.path), await readFile(two.path))
      assert.equal(await pdf.qpdf(['--check', qpdfPath(one.path)]), 0)
    }
  })

  it('refuses other kinds by name', async () => {
    const elf = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)])
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    const cases: [Uint8Array | string, RegExp][] = [
      ['', /The file is empty\. PDF, PNG/],
      [elf, /a Linux program/],
      [`MZ${'\0'.repeat(200)}`, /a Windows program/],
      [await zip({ 'a.txt': 'text' }), /a ZIP archive/],
      [compound, /an Office file of the old format/],
      ['<!DOCTYPE html><p>Hello', /an HTML page/],
      ['\n <!-- x --><html><script>alert(1)</script>', /an HTML page/],
      ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', /an (XML document|SVG drawing)/],
      ['{\\rtf1 text}', /a rich text file/],
      ['GIF89a\x01\0\x01\0', /a GIF image/],
      [Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 251)), /of an unknown kind/],
    ]
    for (const [bytes, message] of cases)
      await assert.rejects(
        prepare(bytes),
        (error) => error instanceof UnsupportedFile && message.test(error.message),
      )
  })

  it('reads what chance makes of a file, or says why not', async () => {
    const page = { width: 16, height: 8, compression: 4, data: groupFour }
    const sources = [
      tiff([page, page]),
      tiff([
        {
          ...page,
          compression: 5,
          data: Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]),
        },
      ]),
      jpeg({ orientation: 3 }),
      png({ colorType: 6, rows: plainRows(2, new Array(16).fill(9)) }),
      await docx(
        `${paragraph('One', { style: 'Heading1' })}<w:tbl><w:tr><w:tc>${paragraph('x')}</w:tc></w:tr></w:tbl>`,
      ),
    ]
    const random = seeded(20261116)
    const kinds = new Set<string>()
    for (let round = 0; round < sized(60, 15); round++) {
      const prepared = await prepare(mutated(sources[round % sources.length]!, random)).catch((error) => {
        if (error instanceof UnsupportedFile) return { kind: 'unsupported' } as const
        throw error
      })
      kinds.add(prepared.kind)
      if (prepared.kind === 'converted') assert.equal(await pdf.pageCount(prepared.path), prepared.pageCount)
    }
    assert.deepEqual([...kinds].sort(), ['converted', 'unreadable', 'unsupported'])
  })

  it('stops when the caller leaves', async () => {
    const leaving = new AbortController()
    const path = join(folder, 'long.txt')
    await writeFile(path, 'line\n'.repeat(200_000))
    const prepared = prepareForReading({ path, scratchPath, pdf, signal: leaving.signal })
    leaving.abort()
    await assert.rejects(prepared, { name: 'AbortError' })
  })

  /** What a page draws, unpacked. */
  async function contentOf(path: string): Promise<string> {
    return streamsOf(await readFile(path))
      .filter(({ dictionary }) => !/\/Subtype|\/Length1|\/Type/.test(dictionary))
      .map(({ data }) => data.toString('latin1'))
      .join('\n')
  }

  async function imagesOf(path: string): Promise<Buffer[]> {
    return streamsOf(await readFile(path))
      .filter(({ dictionary }) => dictionary.includes('/Image'))
      .map(({ data }) => data)
  }
})

function streamsOf(bytes: Buffer): { dictionary: string; data: Buffer }[] {
  const text = bytes.toString('latin1')
  return [
    ...text.matchAll(/obj\n(<<(?:(?!endobj)[\s\S])*?\/Length (\d+)(?:(?!endobj)[\s\S])*?>>)\nstream\n/g),
  ].map((match) => {
    const start = match.index + match[0].length
    const data = bytes.subarray(start, start + Number(match[2]))
    const dictionary = match[1]!
    const unpacked = dictionary.includes('/FlateDecode') ? inflateSync(data) : data
    return {
      dictionary,
      data: dictionary.includes('/Predictor 15') ? plainOf(unpacked, dictionary) : unpacked,
    }
  })
}

/** Rows that are not filtered, without the zero that says so. */
function plainOf(rows: Buffer, dictionary: string): Buffer {
  const height = Number(/\/Height (\d+)/.exec(dictionary)?.[1])
  const rowBytes = rows.length / height
  return Buffer.concat(
    Array.from({ length: height }, (_, row) => {
      assert.equal(rows[row * rowBytes], 0)
      return rows.subarray(row * rowBytes + 1, (row + 1) * rowBytes)
    }),
  )
}

function squeezed(text: string): string {
  return text.replace(/ +/g, ' ').trim()
}

function wordsOf(pages: readonly string[]): string[] {
  return pages.join(' ').split(/\s+/).filter(Boolean)
}
