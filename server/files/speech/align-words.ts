import type { HeardLine, HeardWord, ModelWord } from './engine.ts'
import { frameMs, type Stretch } from './split-at-silence.ts'

/**
 * When each word was said. A model that does not know leaves it to be worked out: the frames with a voice in them are
 * shared out among the words by their length. A stretch begins and ends within some 0.1 s of the truth; a word in the
 * middle of a long one may be off by a word or two.
 */
export function alignWords({ startMs, endMs, isVoiced }: Stretch, words: readonly ModelWord[]): HeardLine {
  const voiced = isVoiced.flatMap((is, frame) => (is ? [frame] : []))
  const total = words.reduce((sum, { text }) => sum + weightOf(text), 0)
  let before = 0
  const placed = words.map((word): HeardWord => {
    const first = before
    before += weightOf(word.text)
    const at = (share: number, after: number) => {
      const place = Math.min(voiced.length - 1, Math.floor(share * voiced.length))
      return startMs + ((voiced[place] ?? 0) + after) * frameMs
    }
    const start = word.startMs === undefined ? at(first / total, 0) : startMs + word.startMs
    const end = word.endMs === undefined ? at((before - 0.01) / total, 1) : startMs + word.endMs
    const within = (ms: number) => Math.round(Math.max(startMs, Math.min(endMs, ms)))
    return {
      text: word.text,
      startMs: within(start),
      endMs: Math.max(within(start), within(end)),
      confidence: Math.round(Math.max(0, Math.min(1, word.confidence)) * 100) / 100,
    }
  })
  return { startMs: Math.round(startMs), endMs: Math.round(endMs), words: placed }
}

/** Figures are said in whole words. */
function weightOf(text: string): number {
  const figures = text.match(/\d/g)?.length ?? 0
  return 1 + text.length + figures * 3
}
