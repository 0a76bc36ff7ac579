import type { Transcript, TranscriptLine, TranscriptRecording } from '@portico/sdk'
import { msBetween } from '../ui/dates.ts'

/** When each recording begins after the first, in milliseconds; one that does not say begins with it. */
export function offsetsOf(recordings: readonly TranscriptRecording[]): Map<string, number> {
  const first = recordings
    .flatMap(({ startedAt }) => startedAt ?? [])
    .toSorted()
    .at(0)
  return new Map(
    recordings.map(({ documentId, startedAt }) => [
      documentId,
      first === undefined || startedAt === undefined ? 0 : Math.max(0, msBetween(first, startedAt)),
    ]),
  )
}

export type Moment = { line: number; word: number }

/** The word that is being said at a time of the session, or the last one before it. */
export function wordAt(
  { lines }: Pick<Transcript, 'lines'>,
  offsets: ReadonlyMap<string, number>,
  atMs: number,
): Moment | undefined {
  let found: (Moment & { startMs: number }) | undefined
  for (const [line, { recordingId, words, startMs }] of lines.entries()) {
    const offset = offsets.get(recordingId) ?? 0
    if (offset + startMs > atMs) continue
    const said = words.findLastIndex((word) => offset + word.startMs <= atMs)
    const begins = offset + (words[said]?.startMs ?? startMs)
    if (said >= 0 && (!found || begins >= found.startMs)) found = { line, word: said, startMs: begins }
  }
  return found && { line: found.line, word: found.word }
}

export const sureEnough = 0.6

export const unsureWords = (lines: readonly TranscriptLine[]): Moment[] =>
  lines.flatMap(({ words }, line) =>
    words.flatMap(({ confidence }, word) => (confidence < sureEnough ? [{ line, word }] : [])),
  )

/** `0:04:12` since the beginning. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}
