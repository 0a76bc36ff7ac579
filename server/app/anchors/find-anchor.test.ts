import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageWord } from '../../core/file/page-words.ts'
import { findAnchor, type Mark } from './find-anchor.ts'

/** Each word in its place: lines are 0.1 apart, a letter is 0.01 wide. */
function printed(text: string): PageWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const line = text.slice(0, index).split('\n').length - 1
    const left = (index - (text.lastIndexOf('\n', index) + 1)) / 100
    const top = line / 10
    return {
      start: index,
      end: index + word.length,
      left,
      top,
      right: left + word.length / 100,
      bottom: top + 0.02,
    }
  })
}

const pageOf = (text: string) => ({ text, words: printed(text) })
const found = (mark: Omit<Mark, 'page'>, old: string, offset: number, ...texts: string[]) =>
  findAnchor(
    { page: 1, ...mark },
    pageOf(old),
    offset,
    texts.map((text, index) => ({ page: 21 + index, text, words: async () => printed(text) })),
  )
const near = (value: number | undefined, expected: number) => Math.abs((value ?? -1) - expected) < 1e-9

describe('findAnchor', () => {
  it('follows a quote to its page, and marks its lines there', async () => {
    const rects = [{ left: 0, top: 0, right: 0.1, bottom: 0.02 }]
    const at = await found(
      { quote: 'knee strain', rects },
      'knee strain',
      0,
      'a cover',
      'of the knee\nstrain',
    )
    assert.equal(at?.page, 22)
    assert.equal(at?.rects?.length, 2)
    assert.ok(near(at?.rects?.[0]?.left, 0.07))
  })

  it('of several places takes the nearest to where it stood', async () => {
    const texts = ['knee', 'other', 'knee', 'other', 'knee']
    assert.equal((await found({ quote: 'knee' }, 'knee', 3, ...texts))?.page, 23)
    const twice = await found({ quote: 'knee', x: 0, y: 0.2 }, 'a\nb\nknee', 0, 'knee\nx\nknee')
    assert.ok(near(twice?.y, 0.2))
  })

  it('without a quote, a point follows the words around it and keeps its distance from them', async () => {
    const line = 'the right knee was strained at the motor pool in May'
    const at = await found({ x: 0.12, y: 0.11 }, `head\n${line}`, 0, `new head\nnew line\nanother\n${line}`)
    assert.equal(at?.page, 21)
    assert.ok(near(at?.y, 0.31))
    assert.ok(near(at?.x, 0.12))
  })

  it('without a point, a mark follows the page with the same words', async () => {
    const page = 'the right knee was strained at the motor pool in May'
    assert.deepEqual(await found({}, page, 0, 'something else entirely', `${page} 1998`), { page: 22 })
  })

  it('finds nothing where the words are gone', async () => {
    assert.equal(await found({ quote: 'knee strain' }, 'knee strain', 0, 'hip strain'), undefined)
    assert.equal(await found({ x: 0, y: 0 }, 'knee strain', 0, 'hip strain'), undefined)
    assert.equal(await found({}, 'knee strain', 0, 'nothing alike here'), undefined)
    assert.equal(await found({}, '', 0, ''), undefined)
    assert.equal(await found({ quote: 'knee' }, 'knee', 0), undefined)
  })
})
