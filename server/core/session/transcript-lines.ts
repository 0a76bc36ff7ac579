import type { TranscriptLine, TranscriptRecording, TranscriptWord } from '@portico/contract/transcripts'
import { msLater } from '../time/moments.ts'

/** What was heard in one recording. */
export type HeardRecording = {
  recording: TranscriptRecording
  lines: readonly { startMs: number; endMs: number; words: readonly TranscriptWord[] }[]
}

/** A change that a person made: to a line, or to all lines of a recording. */
export type LineChange = { target: string; text: string | null; speaker: string | null }

/**
 * All that was said, in the order in which it was. Recordings that say when they began are put beside each other by that;
 * the others as if they had begun with the first.
 */
export function mergeLines(heard: readonly HeardRecording[]): TranscriptLine[] {
  const first = heard
    .flatMap(({ recording }) => (recording.startedAt === undefined ? [] : [recording.startedAt]))
    .toSorted()[0]
  return heard
    .flatMap(({ recording, lines }, track) => {
      const { documentId: recordingId, speaker, startedAt = first } = recording
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

/** The lines as people have left them. */
export function correctedLines(
  lines: readonly TranscriptLine[],
  changes: readonly LineChange[],
): TranscriptLine[] {
  const by = new Map(changes.map((change) => [change.target, change]))
  return lines.map((line) => {
    const own = by.get(line.id)
    const speaker = own?.speaker ?? by.get(line.recordingId)?.speaker ?? line.speaker
    if (!own) return speaker === line.speaker ? line : { ...line, speaker }
    const { text } = own
    const said = text === null ? {} : { text, words: realigned(line, text) }
    return { ...line, speaker, ...said, isCorrected: true }
  })
}

/**
 * Other words at the times of the line: what stays keeps its time and confidence, and what is new shares the time between
 * its neighbours.
 */
export function realigned(
  { words, startMs, endMs }: Pick<TranscriptLine, 'words' | 'startMs' | 'endMs'>,
  text: string,
): TranscriptWord[] {
  const wanted = text.split(/\s+/).filter((word) => word !== '')
  const kept = matches(
    words.map((word) => word.text),
    wanted,
  )
  const placed: TranscriptWord[] = []
  for (let index = 0; index < wanted.length; ) {
    const same = kept.get(index)
    if (same !== undefined) {
      placed.push(words[same]!)
      index++
      continue
    }
    let end = index
    while (end < wanted.length && !kept.has(end)) end++
    const from = placed.at(-1)?.endMs ?? startMs
    const next = kept.get(end)
    const until = Math.max(from, next === undefined ? endMs : (words[next]?.startMs ?? endMs))
    const share = (until - from) / (end - index)
    for (let place = index; place < end; place++) {
      placed.push({
        text: wanted[place] ?? '',
        startMs: Math.round(from + share * (place - index)),
        endMs: Math.round(from + share * (place - index + 1)),
        confidence: 1,
      })
    }
    index = end
  }
  return placed
}

/** The longest run of words that both have in the same order: the place of each in the new, to that in the old. */
function matches(before: readonly string[], after: readonly string[]): Map<number, number> {
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
