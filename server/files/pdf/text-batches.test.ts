import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeWords } from '../../core/file/page-words.ts'
import { type TextSource, textInBatches } from './text-batches.ts'
import { UnreadablePdf } from './unreadable.ts'

const blank = { words: encodeWords([]), needsRecognition: false }

/** A file in which some pages fail whatever they are read with; it remembers what was asked of it. */
function file(pages: number, isBad: (page: number) => boolean) {
  const asked: [first: number, count: number][] = []
  const source: TextSource = {
    pageCount: async () => pages,
    async read({ firstPage, pageCount }) {
      asked.push([firstPage, pageCount])
      if (firstPage + pageCount - 1 > pages) throw new UnreadablePdf('damaged')
      const numbers = Array.from({ length: pageCount }, (_, index) => firstPage + index)
      if (numbers.some(isBad)) throw new UnreadablePdf('tooSlow')
      return numbers.map((page) => ({ page, text: `text ${page}`, ...blank }))
    },
  }
  return { source, asked }
}

describe('the texts of a file, in batches', () => {
  it('come in page order, the next being read while one is used', async () => {
    const { source, asked } = file(600, () => false)
    const batches = textInBatches(source, { firstPage: 11, pageCount: 500 })
    const first = await batches.next()
    assert.deepEqual(asked, [
      [11, 50],
      [61, 250],
    ])
    const pages = [...(first.value ?? []), ...(await Array.fromAsync(batches)).flat()]
    assert.deepEqual(
      pages.map(({ page }) => page),
      Array.from({ length: 500 }, (_, index) => index + 11),
    )
  })

  it('come in page order however many are read at once', async () => {
    const { source, asked } = file(2000, () => false)
    const late: TextSource = {
      ...source,
      read: async (range) => {
        const pages = await source.read(range)
        if (range.firstPage < 400) await new Promise((resolve) => setTimeout(resolve, 5))
        return pages
      },
    }
    const batches = textInBatches(late, { firstPage: 1, pageCount: 2000 }, 3)
    const first = await batches.next()
    assert.equal(asked.length, 4)
    const pages = [...(first.value ?? []), ...(await Array.fromAsync(batches)).flat()]
    assert.deepEqual(
      pages.map(({ page }) => page),
      Array.from({ length: 2000 }, (_, index) => index + 1),
    )
  })

  it('lack the pages that cannot be read, and no others', async () => {
    const bad = [3, 120, 121, 400]
    const { source } = file(400, (page) => bad.includes(page))
    const pages = (await Array.fromAsync(textInBatches(source, { firstPage: 1, pageCount: 400 }))).flat()
    assert.equal(pages.length, 400)
    const unreadable = pages.filter((page) => page.unreadable)
    assert.deepEqual(
      unreadable.map(({ page, text, unreadable: reason }) => [page, text, reason]),
      bad.map((page) => [page, '', 'tooSlow']),
    )
  })

  it('end where a file has more bad pages than it is worth to wait for', async () => {
    const { source, asked } = file(1000, (page) => page > 100)
    const read: number[] = []
    await assert.rejects(async () => {
      for await (const batch of textInBatches(source, { firstPage: 1, pageCount: 1000 }))
        read.push(...batch.map(({ page }) => page))
    }, UnreadablePdf)
    assert.deepEqual(
      read,
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
    assert.ok(asked.length < 100)
  })

  it('are not looked for page by page where the file itself is at fault', async () => {
    const beyond = file(10, () => false)
    await assert.rejects(textInBatches(beyond.source, { firstPage: 1, pageCount: 11 }).next(), UnreadablePdf)
    assert.equal(beyond.asked.length, 1)
    const locked = file(10, () => true)
    locked.source.pageCount = async () => {
      throw new UnreadablePdf('encrypted')
    }
    await assert.rejects(textInBatches(locked.source, { firstPage: 1, pageCount: 10 }).next(), {
      reason: 'encrypted',
    })
    assert.equal(locked.asked.length, 1)
  })
})
