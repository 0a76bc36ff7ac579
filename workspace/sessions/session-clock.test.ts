import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clock, offsetsOf, unsureWords, wordAt } from './session-clock.ts'

const word = (text: string, startMs: number, confidence = 1) => ({
  text,
  startMs,
  endMs: startMs + 200,
  confidence,
})
const line = (id: string, recordingId: string, words: ReturnType<typeof word>[]) => {
  const [first, last] = [words[0]!, words.at(-1)!]
  const text = words.map((one) => one.text).join(' ')
  return { id, recordingId, speaker: 'x', startMs: first.startMs, endMs: last.endMs, text, words }
}

describe('the clock of a session', () => {
  const offsets = offsetsOf([
    { documentId: 'judge', speaker: 'Judge', startedAt: '2026-03-02T14:00:00.000Z' },
    { documentId: 'ada', speaker: 'Ada', startedAt: '2026-03-02T14:00:05.000Z' },
    { documentId: 'other', speaker: 'Other' },
  ])
  const lines = [
    line('1', 'judge', [word('good', 1000), word('morning', 1300, 0.3)]),
    line('2', 'ada', [word('my', 500), word('knee', 800)]),
  ]

  it('puts recordings beside each other by when they began', () => {
    assert.deepEqual([...offsets.values()], [0, 5000, 0])
  })

  it('finds the word that is said, of whichever speaker', () => {
    assert.equal(wordAt({ lines }, offsets, 900), undefined)
    assert.deepEqual(wordAt({ lines }, offsets, 1100), { line: 0, word: 0 })
    assert.deepEqual(wordAt({ lines }, offsets, 1400), { line: 0, word: 1 })
    assert.deepEqual(wordAt({ lines }, offsets, 4000), { line: 0, word: 1 }, 'the last one, in a pause')
    assert.deepEqual(wordAt({ lines }, offsets, 5810), { line: 1, word: 1 })
  })

  it('is written in hours, minutes and seconds', () => {
    assert.equal(clock(3_725_999), '1:02:05')
    assert.equal(clock(-5), '0:00:00')
  })

  it('knows the words of which the engine was not sure', () => {
    assert.deepEqual(unsureWords(lines), [{ line: 0, word: 1 }])
  })
})
