import type { ArtifactKind, Gap, Slot, Speaker } from '@portico/contract/sessions'
import { dayIn, timeIn } from '../../../core/time/local-time.ts'

export type ArtifactFacts = {
  kind: ArtifactKind
  name: string
  mediaType: string
  speaker?: Speaker
  startedAt?: string
  durationMs?: number
  gaps?: Gap[]
}

type Around = {
  docketNumber: string
  sessionId: string
  slot: Slot | undefined
  sha256: string
  bytes: number
}

/** The one page that stands in the file for a recording: what can be said of it without hearing it. */
export function recordingSheet(
  { name, mediaType, speaker, startedAt, durationMs, gaps = [] }: ArtifactFacts,
  { docketNumber, sessionId, slot, sha256, bytes }: Around,
): string {
  const zone = slot?.timeZone ?? 'UTC'
  const began = startedAt ?? slot?.startsAt
  const lines: [string, string | undefined][] = [
    ['Docket number', docketNumber],
    ['Session', sessionId],
    ['Date', began && `${dayIn(new Date(began), zone)} (${zone})`],
    ['Began', began && timeIn(new Date(began), zone)],
    ['Speaker', speaker?.name ?? 'Everybody on one track'],
    ['Duration', durationMs === undefined ? undefined : clockOf(durationMs)],
    ...gaps.slice(0, mostGapLines).map(missing),
    ['', gaps.length > mostGapLines ? `and ${gaps.length - mostGapLines} more` : undefined],
    ['File', `${name} (${mediaType}, ${bytes.toLocaleString('en-US')} bytes)`],
    ['SHA-256', sha256.slice(0, 32)],
    ['', sha256.slice(32)],
  ]
  const body = lines
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => `${label.padEnd(16)}${oneLine(value ?? '')}`)
  return [
    'RECORDING OF A SESSION',
    '',
    ...body,
    '',
    'The sound itself is the original of this document.',
    '',
  ].join('\n')
}

const mostGapLines = 12

/** Something was said then that never reached the service. */
const missing = ({ fromMs, toMs }: Gap, index: number): [string, string] => [
  index === 0 ? 'Missing' : '',
  `${clockOf(fromMs)} to ${clockOf(toMs)}, ${((toMs - fromMs) / 1000).toFixed(1)} s`,
]

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Hours, minutes and seconds. */
export function clockOf(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

const cueTimes = /^(?:(\d{2,}):)?(\d{2}):(\d{2})\.\d{3}\s+-->\s/

/** The words of a WebVTT transcript as people read them: a line for each cue, with its time and its speaker. */
export function readableCues(vtt: string): string | undefined {
  if (!/^\ufeff?WEBVTT(\s|$)/.test(vtt)) return undefined
  const blocks = vtt.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)
  const lines = blocks.flatMap((block) => {
    const rows = block.split('\n')
    const at = rows.findIndex((row) => cueTimes.test(row))
    const [, hours = '00', minutes, seconds] = cueTimes.exec(rows[at] ?? '') ?? []
    if (at < 0) return []
    const text = rows.slice(at + 1).join(' ')
    const [, voice] = /<v(?:\.[^\s>]*)?\s+([^>]+)>/.exec(text) ?? []
    const words = oneLine(
      text
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&'),
    )
    return words === ''
      ? []
      : [`[${hours}:${minutes}:${seconds}] ${voice ? `${oneLine(voice)}: ` : ''}${words}`]
  })
  return `${lines.join('\n')}\n`
}
