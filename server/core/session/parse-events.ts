import ICAL from 'ical.js'
import type { JCal, LeftOut } from './read-calendar.ts'

/** What the text of a calendar has, and which of its events cannot even be parsed. */
export type ParsedCalendar = { calendar: JCal; unread: LeftOut[] }

/**
 * The text of one calendar, or of several in a row, which iCalendar allows. Where a line of it is wrong, each event is
 * parsed by itself, so that only those with such a line are lost.
 */
export function parseEvents(text: string): ParsedCalendar {
  try {
    return { calendar: joined(ICAL.parse(text) as JCal | JCal[]), unread: [] }
  } catch (error) {
    const blocks = blocksOf(text)
    if (blocks.length === 0) throw error
    const unread: LeftOut[] = []
    const components = blocks.flatMap((block): JCal[] => {
      try {
        return (ICAL.parse(['BEGIN:VCALENDAR', ...block, 'END:VCALENDAR'].join('\r\n')) as JCal)[2]
      } catch (fault) {
        const why = fault instanceof Error ? fault.message : String(fault)
        unread.push({ uid: uidOf(block), why: `It cannot be read: ${why.slice(0, 200)}` })
        return []
      }
    })
    return { calendar: ['vcalendar', [], components], unread }
  }
}

function joined(parsed: JCal | JCal[]): JCal {
  if (!Array.isArray(parsed[0])) return parsed as JCal
  const calendars = parsed as JCal[]
  const other = calendars.find(([name]) => name !== 'vcalendar')
  return other ?? ['vcalendar', [], calendars.flatMap(([, , components]) => components)]
}

/** The lines of each event. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  let block: string[] | undefined
  if (!/^BEGIN:VCALENDAR\s*$/im.test(text)) return []
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) block = []
    block?.push(line)
    if (block && /^END:VEVENT\s*$/i.test(line)) {
      blocks.push(block)
      block = undefined
    }
  }
  return blocks
}

/** A long line goes on with the next one that begins with a space. */
function uidOf(block: readonly string[]): string {
  const text = block.join('\n').replaceAll(/\n[ \t]/g, '')
  return (/^UID(?:;[^:\n]*)?:(.*)$/im.exec(text)?.[1] ?? '').trim()
}
