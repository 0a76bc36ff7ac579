import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TranscriptWord } from '@portico/contract/transcripts'
import { correctedLines, mergeLines, realigned } from './transcript-lines.ts'

const word = (text: string, startMs: number, endMs: number): TranscriptWord => ({
  text,
  startMs,
  endMs,
  confidence: 0.6,
})
const said = (text: string, startMs: number) => {
  const words = text
    .split(' ')
    .map((one, index) => word(one, startMs + index * 100, startMs + index * 100 + 80))
  return { startMs, endMs: startMs + words.length * 100, words }
}
const track = (documentId: string, startedAt: string | undefined, ...lines: ReturnType<typeof said>[]) => ({
  recording: { documentId, speaker: documentId, ...(startedAt === undefined ? {} : { startedAt }) },
  lines,
})

describe('the lines of a transcript', () => {
  const lines = mergeLines([
    track('judge', '2026-03-02T14:00:00.000Z', said('good morning', 1000), said('thank you', 9000)),
    track('ada', '2026-03-02T14:00:05.000Z', said('my left knee', 500)),
  ])

  it('are in the order in which they were said, whenever their recordings began', () => {
    assert.deepEqual(
      lines.map(({ id, speaker, text, at }) => [id, speaker, text, at?.slice(14, 23)]),
      [
        ['1-1', 'judge', 'good morning', '00:01.000'],
        ['2-1', 'ada', 'my left knee', '00:05.500'],
        ['1-2', 'judge', 'thank you', '00:09.000'],
      ],
    )
    const unknown = mergeLines([
      track('a', undefined, said('two', 2000)),
      track('b', undefined, said('one', 1000)),
    ])
    assert.deepEqual(
      unknown.map(({ text }) => text),
      ['one', 'two'],
    )
  })

  it('have the speaker that a person has given to a line, or else to its recording', () => {
    const changes = [
      { target: 'judge', text: null, speaker: 'Judge Reyes' },
      { target: '1-2', text: null, speaker: 'The clerk' },
      { target: '2-1', text: 'my right knee', speaker: null },
    ]
    const corrected = correctedLines(lines, changes)
    assert.deepEqual(
      corrected.map(({ speaker, text, isCorrected = false }) => [speaker, text, isCorrected]),
      [
        ['Judge Reyes', 'good morning', false],
        ['ada', 'my right knee', true],
        ['The clerk', 'thank you', true],
      ],
    )
  })

  it('that are corrected keep the times of the words that stay', () => {
    const line = said('my left knee hurts', 1000)
    const at = (text: string) =>
      realigned(line, text).map((one) => [one.text, one.startMs, one.endMs, one.confidence])
    assert.deepEqual(at('my right knee hurts'), [
      ['my', 1000, 1080, 0.6],
      ['right', 1080, 1200, 1],
      ['knee', 1200, 1280, 0.6],
      ['hurts', 1300, 1380, 0.6],
    ])
    assert.deepEqual(at('my left knee hurts a lot').slice(4), [
      ['a', 1380, 1390, 1],
      ['lot', 1390, 1400, 1],
    ])
    assert.deepEqual(at(''), [])
    assert.deepEqual(at('other'), [['other', 1000, 1400, 1]])
  })
})
