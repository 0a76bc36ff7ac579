import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeWords, encodeWords, type PageWord } from './page-words.ts'

const word = (start: number, end: number, left: number, top: number): PageWord => ({
  start,
  end,
  left,
  top,
  right: left + 0.05,
  bottom: top + 0.012,
})

const page = Array.from({ length: 400 }, (_, index) =>
  word(index * 7, index * 7 + 6, 0.1 + (index % 10) * 0.08, 0.05 + Math.floor(index / 10) * 0.022),
)

describe('the words of a page', () => {
  it('come back with their offsets, and their boxes to a twentieth of a point', () => {
    const back = decodeWords(encodeWords(page))
    assert.deepEqual(
      back.map(({ start, end }) => [start, end]),
      page.map(({ start, end }) => [start, end]),
    )
    for (const [index, { left, top, right, bottom }] of page.entries()) {
      for (const [part, is] of Object.entries({ left, top, right, bottom })) {
        const kept = back[index]![part as 'left']
        assert.ok(Math.abs(kept - is) * 792 <= 0.05, `${part} of word ${index} is ${kept}, not ${is}`)
      }
    }
  })

  it('are the same bytes when they are kept again', () => {
    const bytes = encodeWords(page)
    assert.deepEqual(encodeWords(decodeWords(bytes)), bytes)
  })

  it('take about nine bytes each', () => {
    assert.ok(encodeWords(page).length < 10 * page.length)
  })

  it('may be none, at the edges, upside down or far apart', () => {
    assert.deepEqual(decodeWords(encodeWords([])), [])
    const odd: PageWord[] = [
      { start: 0, end: 0, left: 0, top: 0, right: 1, bottom: 1 },
      { start: 3_000_000, end: 2 ** 31, left: 1, top: 1, right: 1, bottom: 1 },
      { start: 2 ** 31, end: 2 ** 31 + 1, left: 0, top: 0, right: 0, bottom: 0 },
    ]
    assert.deepEqual(decodeWords(encodeWords(odd)), odd)
    const [outside] = decodeWords(
      encodeWords([{ start: 0, end: 1, left: -0.5, top: 0.5, right: 1.5, bottom: 0.25 }]),
    )
    assert.equal(outside?.left, 0)
    assert.equal(outside?.right, 1)
    assert.equal(outside?.bottom, outside?.top)
  })

  it('must stand in their order', () => {
    assert.throws(() => encodeWords([word(5, 9, 0, 0), word(0, 4, 0, 0)]), /in text order/)
    assert.throws(() => encodeWords([word(5, 4, 0, 0)]), /in text order/)
  })

  it('are not read from bytes that are cut short or of another format', () => {
    const bytes = encodeWords(page)
    assert.throws(() => decodeWords(bytes.subarray(0, bytes.length - 1)), /end too soon/)
    assert.throws(() => decodeWords(Uint8Array.of(9, 0)), /format 9/)
  })
})
