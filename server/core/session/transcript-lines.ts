import type { TranscriptLine, TranscriptRecording, TranscriptWord } from '@portico/contract/transcripts'
import { msLater } from '../time/moments.ts'

/** The recognised lines of one recording. */
export type HeardRecording = {
  recording: TranscriptRecording
  lines: readonly { startMs: number; endMs: number; words: readonly TranscriptWord[] }[]
}

/** A person's correction of a line, or of the speaker of a recording. */
export type LineChange = { target: string; text: string | null; speaker: string | null }

/**
 * All lines in chronological order. Recordings with a start time are aligned by it; others are taken to have begun with the
 * first.
 */
export function mergeLines(heard: readonly HeardRecording[]): TranscriptLine[] {
  const earliestStart = heard
    .flatMap(({ recording }) => (recording.startedAt === undefined ? [] : [recording.startedAt]))
    .toSorted()[0]
  return heard
    .flatMap(({ recording, lines }, track) => {
      const { documentId: recordingId, speaker, startedAt = earliestStart } = recording
      return lines.map(({ startMs, endMs, words }, index): TranscriptLine => {
        const at = startedAt === undefined ? undefined : msLater(startedAt, startMs).toISOString()
        const text = words.map((word) => word.text).join(' ')
        const timed = { startMs, endMs, ...(at === undefined ? {} : { at }) }
        return { id: `${track + 1}-${index + 1}`, recordingId, speaker, ...timed, text, words: [...words] }
      })
    })
    .toSorted((a, b) => compare(a.at ?? '', b.at ?? '') || a.startMs - b.startMs)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The lines with people's corrections. */
export function correctedLines(
  lines: readonly TranscriptLine[],
  changes: readonly LineChange[],
): TranscriptLine[] {
  const changeByTarget = new Map(changes.map((change) => [change.target, change]))
  return lines.map((line) => {
    const change = changeByTarget.get(line.id)
    const speaker = change?.speaker ?? changeByTarget.get(line.recordingId)?.speaker ?? line.speaker
    if (!change) return speaker === line.speaker ? line : { ...line, speaker }
    const { text } = change
    const correction = text === null ? {} : { text, words: realigned(line, text) }
    return { ...line, speaker, ...correction, isCorrected: true }
  })
}

/**
 * Aligns a corrected text with the words of a line: unchanged words keep their time and confidence, new ones share the time
 * between their neighbours.
 */
export function realigned(
  { words, startMs, endMs }: Pick<TranscriptLine, 'words' | 'startMs' | 'endMs'>,
  text: string,
): TranscriptWord[] {
  const newWords = text.split(/\s+/).filter((word) => word !== '')
  const unchanged = commonWords(
    words.map((word) => word.text),
    newWords,
  )
  const aligned: TranscriptWord[] = []
  for (let index = 0; index < newWords.length; ) {
    const same = unchanged.get(index)
    if (same !== undefined) {
      aligned.push(words[same]!)
      index++
      continue
    }
    let end = index
    while (end < newWords.length && !unchanged.has(end)) end++
    const from = aligned.at(-1)?.endMs ?? startMs
    const next = unchanged.get(end)
    const until = Math.max(from, next === undefined ? endMs : (words[next]?.startMs ?? endMs))
    const share = (until - from) / (end - index)
    for (let place = index; place < end; place++) {
      aligned.push({
        text: newWords[place] ?? '',
        startMs: Math.round(from + share * (place - index)),
        endMs: Math.round(from + share * (place - index + 1)),
        confidence: 1,
      })
    }
    index = end
  }
  return aligned
}

/** The longest common subsequence, as a map from the index in `after` to the index in `before`. */
function commonWords(before: readonly string[], after: readonly string[]): Map<number, number> {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let old = before.length - 1; old >= 0; old--)
    for (let now = after.length - 1; now >= 0; now--)
      lengths[old]![now] =
        before[old] === after[now]
          ? lengths[old + 1]![now + 1]! + 1
          : Math.max(lengths[old + 1]![now]!, lengths[old]![now + 1]!)
  const found = new Map<number, number>()
  for (let old = 0, now = 0; old < before.length && now < after.length; ) {
    if (before[old] === after[now]) found.set(now++, old++)
    else if (lengths[old + 1]![now]! >= lengths[old]![now + 1]!) old++
    else now++
  }
  return found
}
