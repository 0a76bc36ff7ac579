import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { decodeWords } from '../../core/file/page-words.ts'
import { drawnPdf, mappedPdf, onePixel } from '../../test/test-pdf.ts'
import { openPdfWorkers, type PdfWorkers } from './pdf-workers.ts'

const roboto = join(import.meta.dirname, 'fonts/Roboto-Regular.ttf')
const points = 12

describe('the text of a page', () => {
  let folder: string
  let pdf: PdfWorkers
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-page-text-'))
    pdf = openPdfWorkers({ size: 1 })
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  async function read(bytes: Buffer) {
    const path = join(folder, 'page.pdf')
    await writeFile(path, bytes)
    const pages = (
      await Array.fromAsync(pdf.text(path, { firstPage: 1, pageCount: await pdf.pageCount(path) }))
    ).flat()
    return pages.map((page) => {
      const words = decodeWords(page.words)
      return { ...page, words, printed: words.map(({ start, end }) => page.text.slice(start, end)) }
    })
  }
  const readOne = async (bytes: Buffer) => (await read(bytes))[0]!

  it('has a box for every word, whose offsets are those of the text', async () => {
    const page = await readOne(
      await drawnPdf((page) =>
        page.fontSize(points).text('Service connection', 72, 72).text('for tinnitus.', 72, 100),
      ),
    )
    assert.equal(page.text, 'Service connection\nfor tinnitus.')
    assert.deepEqual(page.printed, ['Service', 'connection', 'for', 'tinnitus.'])
    assert.equal(page.needsRecognition, false)
    const [service, connection, third] = page.words
    assert.ok(service && connection && third)
    assert.ok(Math.abs(service.left * 612 - 72) < 1)
    assert.ok(service.top * 792 > 66 && service.top * 792 < 74)
    assert.ok(service.bottom * 792 > 81 && service.bottom * 792 < 88)
    assert.ok(connection.left > service.right && connection.top === service.top)
    assert.ok(third.top > service.bottom)
  })

  for (const rotate of [0, 90, 180, 270]) {
    it(`has its boxes at rotation 0 in a crop box that begins elsewhere, turned by ${rotate} degrees`, async () => {
      const crop = { left: 100, bottom: 150, right: 500, top: 650 }
      const width = crop.right - crop.left
      const height = crop.top - crop.bottom
      // Drawn so that the reader of the turned page sees it upright, 30 points from the left and 60 from the top.
      const page = await readOne(
        await drawnPdf((page) => {
          Object.assign(page.page.dictionary.data, {
            Rotate: rotate,
            CropBox: [crop.left, crop.bottom, crop.right, crop.top],
          })
          const corner: Record<number, [number, number]> = {
            0: [crop.left, 792 - crop.top],
            90: [crop.left, 792 - crop.bottom],
            180: [crop.right, 792 - crop.bottom],
            270: [crop.right, 792 - crop.top],
          }
          page.translate(...corner[rotate]!).rotate(-rotate)
          page.fontSize(points).text('Board', 30, 60, { lineBreak: false })
          page.text('of Appeals', 30, 90, { lineBreak: false })
        }),
      )
      assert.equal(page.text, 'Board\nof Appeals')
      const { left, top, right, bottom } = page.words[0]!
      const box = { left: left * width, top: top * height, right: right * width, bottom: bottom * height }
      const wide = 34
      const high = 14
      const seen: Record<number, typeof box> = {
        0: { left: 30, top: 59, right: 30 + wide, bottom: 59 + high },
        90: { left: 59, top: height - 30 - wide, right: 59 + high, bottom: height - 30 },
        180: { left: width - 30 - wide, top: height - 59 - high, right: width - 30, bottom: height - 59 },
        270: { left: width - 59 - high, top: 30, right: width - 59, bottom: 30 + wide },
      }
      for (const side of ['left', 'top', 'right', 'bottom'] as const) {
        const apart = Math.abs(box[side] - seen[rotate]![side])
        assert.ok(apart < 2.5, `${side} is ${box[side]}, not ${seen[rotate]![side]}`)
      }
    })
  }

  const left = [
    'The veteran served in the Army from',
    'june of 1968 until he was discharged',
    'in march of 1971, and he says that',
  ]
  const right = [
    'An examiner found in 2019 that the',
    'loss of hearing was as likely as not',
    'the result of noise in service, and',
  ]
  const columns = { left: [...left, ...left], right: [...right, ...right] }

  for (const rotate of [0, 90, 180, 270]) {
    it(`has the left column before the right one on a page turned by ${rotate} degrees`, async () => {
      const page = await readOne(
        await drawnPdf((page) => {
          Object.assign(page.page.dictionary.data, { Rotate: rotate })
          const corner: Record<number, [number, number]> = {
            0: [0, 0],
            90: [0, 792],
            180: [612, 792],
            270: [612, 0],
          }
          page
            .translate(...corner[rotate]!)
            .rotate(-rotate)
            .fontSize(11)
          page.text('Decision on the appeal of the veteran, in the matter of his hearing', 60, 30, {
            lineBreak: false,
          })
          for (const [index, text] of columns.left.entries()) {
            page.text(text, 60, 60 + index * 14, { lineBreak: false })
            page.text(columns.right[index]!, 330, 60 + index * 14, { lineBreak: false })
          }
        }),
      )
      const [title, ...lines] = page.text.split('\n')
      assert.equal(title, 'Decision on the appeal of the veteran, in the matter of his hearing')
      assert.deepEqual(lines, [...columns.left, ...columns.right])
      assert.deepEqual(page.printed, page.text.split(/\s/))
    })
  }

  it('keeps label and value on their line', async () => {
    const rows = [
      ['Name', 'Ada King Byron'],
      ['Branch of service', 'Army'],
      ['Entered on duty', 'June 3, 1968'],
      ['Separated', 'March 2, 1971'],
      ['Character', 'Honorable'],
    ] as const
    const page = await readOne(
      await drawnPdf((page) => {
        for (const [index, [label, value]] of rows.entries()) {
          page.text(label, 60, 60 + index * 16, { lineBreak: false }).text(value, 330, 60 + index * 16)
        }
      }),
    )
    assert.deepEqual(
      page.text.split('\n'),
      rows.map(([label, value]) => `${label} ${value}`),
    )
  })

  it('keeps a hyphen at the end of its line, with a word on each', async () => {
    const page = await readOne(await drawnPdf((page) => page.text('service con-\nnection', 72, 72)))
    assert.equal(page.text, 'service con-\nnection')
    assert.deepEqual(page.printed, ['service', 'con-', 'nection'])
    const [, first, second] = page.words
    assert.ok(first!.bottom <= second!.top + 0.01 && second!.left < first!.left)
  })

  it('has ligatures as letters, drawn as one or written as one', async () => {
    const drawn = await readOne(
      await drawnPdf((page) => page.font(roboto).text('office of the first veteran', 72, 72)),
    )
    assert.equal(drawn.text, 'office of the first veteran')
    const written = await readOne(
      mappedPdf(
        { 1: '\ufb01', 2: 'ffi', 3: 'le' },
        'BT /F 12 Tf 72 700 Td <0103> Tj 40 0 Td (o\\002ce) Tj ET',
      ),
    )
    assert.deepEqual(written.printed, ['file', 'office'])
    assert.ok(written.words.every(({ left, right }) => right > left))
  })

  it('has text from right to left in the order in which it is read', async () => {
    const letters = Object.fromEntries([...'שלום'].map((letter, index) => [index + 1, letter]))
    const page = await readOne(mappedPdf(letters, 'BT /F 12 Tf 72 700 Td <04030201> Tj ET'))
    assert.deepEqual(page.printed, ['שלום'])
    const [word] = page.words
    assert.ok(word!.left * 612 < 73 && word!.right > word!.left)
  })

  it('has characters beyond the first plane, with their two units', async () => {
    const page = await readOne(mappedPdf({ 1: '𝒜' }, 'BT /F 12 Tf 72 700 Td <01> Tj (b next) Tj ET'))
    assert.deepEqual(page.printed, ['𝒜b', 'next'])
  })

  it('leaves out what no database takes', async () => {
    const page = await readOne(
      mappedPdf(
        { 1: '\ud800', 2: '\u0000', 3: '\u0007' },
        'BT /F 12 Tf 72 700 Td (a) Tj <010203> Tj (b) Tj ET',
      ),
    )
    assert.ok(page.text.isWellFormed())
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be gone
    assert.doesNotMatch(page.text, /[\x00-\x09\x0b-\x1f]/)
    assert.deepEqual(page.printed, page.text.split(/\s/))
  })

  describe('is to be recognised', () => {
    const picture = (page: PDFKit.PDFDocument, width: number, height: number) =>
      page.image(onePixel, 0, 0, { width, height })

    it('where the letters of a font stand for nothing', async () => {
      const mapped = await drawnPdf((page) => page.font(roboto).text('Nobody can map these letters', 72, 72))
      assert.equal((await readOne(mapped)).needsRecognition, false)
      const unmapped = Buffer.from(mapped.toString('latin1').replaceAll('/ToUnicode', '/ToUnicodX'), 'latin1')
      const page = await readOne(unmapped)
      assert.deepEqual([page.text, page.needsRecognition], ['', true])
    })

    it('where they stand for private characters', async () => {
      const page = await readOne(
        mappedPdf({ 1: '\ue001', 2: '\ue002' }, 'BT /F 12 Tf 72 700 Td <01020102> Tj ET'),
      )
      assert.equal(page.needsRecognition, true)
    })

    it('where a picture covers the page, though a stamp is on it', async () => {
      const pages = await read(
        await drawnPdf((page) => {
          picture(page, 612, 792)
          page.addPage()
          picture(page, 612, 792)
          page.text('Exhibit 12, page 3', 400, 20)
        }),
      )
      assert.deepEqual(
        pages.map(({ needsRecognition }) => needsRecognition),
        [true, true],
      )
      assert.equal(pages[1]?.text, 'Exhibit 12, page 3')
    })

    it('not where the page is blank, has a small picture, or text of its own behind one', async () => {
      const pages = await read(
        await drawnPdf((page) => {
          page.addPage()
          picture(page, 200, 200)
          page.addPage()
          picture(page, 612, 792)
          page.text(
            'A recogniser has read this page before, and has left its words behind the picture. '.repeat(3),
            72,
            72,
          )
        }),
      )
      assert.deepEqual(
        pages.map(({ needsRecognition }) => needsRecognition),
        [false, false, false],
      )
    })
  })
})
