import type { TranscriptLine, TranscriptRecording } from '@portico/contract/transcripts'
import { msBetween } from '../../core/time/moments.ts'
import type { PrintedTranscript } from './printed-transcript.ts'

export type TranscriptText = {
  docketNumber: string
  claimant: string
  /** The day of the session in words, where it is known. */
  held: string | undefined
  /** The day on which it is printed, as `2026-03-02`. */
  date: string
  board: string
  model: string
  recordings: readonly TranscriptRecording[]
  lines: readonly TranscriptLine[]
  /** Who has checked it, and when. */
  certified?: { name: string; at: string } | undefined
  notice?: string | undefined
}

/** A pause that begins a new paragraph though nobody else has spoken. */
const paragraphMs = 4000

/** Lays a transcript out. Its text is data: no word of it is read as anything but text. */
export function printTranscript(text: TranscriptText): PrintedTranscript {
  const { docketNumber, claimant, held, date, board, model, recordings, certified, notice } = text
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const of = held === undefined ? '' : ` of ${held}`
  const references = [
    { name: 'Docket number', value: docketNumber },
    { name: 'Claimant', value: claimant },
    { name: 'Recordings', value: [...new Set(recordings.map(({ speaker }) => speaker))].join(', ') },
  ]
  return {
    language: 'en',
    title: `Transcript of the hearing${of} (${docketNumber})`,
    heading: `Transcript of the hearing${of}`,
    author: board,
    date: { year, month, day },
    words: { page: 'page', of: 'of', silent: 'Nothing was said that could be heard.' },
    references: references.filter(({ value }) => value !== ''),
    standing: certified
      ? {
          heading: 'Certified',
          text: `${certified.name} has checked this transcript against the recordings, and certified it on ${certified.at.slice(0, 10)} at ${certified.at.slice(11, 16)} UTC.`,
          isCertified: true,
        }
      : {
          heading: 'Draft',
          text: `Made from the recordings by ${model}. Nobody has checked it: words may be wrong, above all names and terms of medicine and law.`,
          isCertified: false,
        },
    turns: turnsOf(text.lines),
    gaps: recordings.flatMap(({ speaker, why }) =>
      why === undefined ? [] : [`The recording of ${speaker} is not transcribed. ${why}`],
    ),
    footer: `${docketNumber} · ${certified ? 'certified transcript' : 'draft transcript'}`,
    ...(notice === undefined ? {} : { notice }),
  }
}

/** What one speaker says until another does, or until a long pause. */
function turnsOf(lines: readonly TranscriptLine[]): PrintedTranscript['turns'] {
  const turns: { time: string; speaker: string; text: string }[] = []
  const start = lines[0]?.at
  const sinceStart = ({ at, startMs }: TranscriptLine) =>
    start === undefined || at === undefined ? startMs : msBetween(start, at)
  let untilMs = 0
  for (const line of lines) {
    if (line.text.trim() === '') continue
    const fromMs = sinceStart(line)
    const last = turns.at(-1)
    if (last?.speaker === line.speaker && fromMs - untilMs < paragraphMs) last.text += ` ${line.text.trim()}`
    else turns.push({ time: clockOf(fromMs), speaker: line.speaker, text: line.text.trim() })
    untilMs = fromMs + line.endMs - line.startMs
  }
  return turns
}

/** Hours, minutes and seconds since the first word. */
function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
