import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageWord } from '../core/file/page-words.ts'
import { matchBoxes } from './match-boxes.ts'
import { parseQuery } from './query.ts'
import { readPage } from './read-page.ts'

/** Each word of a text in its place: lines are 0.1 apart, a letter is 0.01 wide. */
function printed(text: string): PageWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const line = text.slice(0, index).split('\n').length - 1
    const column = index - (text.lastIndexOf('\n', index) + 1)
    const [left, top] = [column / 100, line / 10]
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

/** As `line: first column–column behind the last`. */
function found(text: string, query: string, words = printed(text)): string[] {
  return matchBoxes(words, readPage(text), parseQuery(query)).map(
    ({ left, top, right }) => `${Math.round(top * 10)}: ${Math.round(left * 100)}–${Math.round(right * 100)}`,
  )
}

describe('matchBoxes', () => {
  it('gives a box for each match, from the top', () => {
    assert.deepEqual(found('the knee, the hip\nand the knee', 'knee'), ['0: 4–8', '1: 8–12'])
    assert.deepEqual(found('left knee and hip', 'hip left'), ['0: 0–4', '0: 14–17'])
  })

  it('joins the words of a line, and begins another box at the next line', () => {
    assert.deepEqual(found('a left knee strain', '"left knee strain"'), ['0: 2–18'])
    assert.deepEqual(found('of the left\nknee strain', '"left knee strain"'), ['0: 7–11', '1: 0–11'])
    assert.deepEqual(found('hear-\ning loss', 'hearing'), ['0: 0–5', '1: 0–3'])
  })

  it('takes only a part of a word where only that was found', () => {
    assert.deepEqual(found('a service-connected knee', 'connected'), ['0: 10–19'])
    assert.deepEqual(found('(70%), 12', '70%'), ['0: 1–4'])
  })

  it('takes a word that is written upright as a whole', () => {
    const upright = [{ start: 0, end: 9, left: 0.1, right: 0.12, top: 0.2, bottom: 0.6 }]
    assert.deepEqual(found('one-three', 'three', upright), ['2: 10–12'])
  })

  it('shows as one what is found by two terms', () => {
    assert.deepEqual(found('a left knee strain', '"left knee" "knee strain"'), ['0: 2–18'])
  })

  it('gives nothing where the words are not known, and no more than two hundred boxes', () => {
    assert.deepEqual(found('knee', 'knee', []), [])
    assert.ok(found('knee '.repeat(5_000), 'knee').length <= 200)
    assert.deepEqual(found('knee', 'hip'), [])
  })
})
