import { parentPort, workerData } from 'node:worker_threads'
import { readCalendarText } from '../../../core/session/calendar-text.ts'
import { readCalendar } from '../../../core/session/read-calendar.ts'
import type { Parsed } from './parse-calendar.ts'

const { text, timeZone, at } = workerData as { text: string; timeZone: string; at: Date }

function parsed(): Parsed {
  const calendar = readCalendarText(text)
  if (calendar.calendars.length === 0)
    return { why: 'It is no calendar: a file of iCalendar (.ics) begins with BEGIN:VCALENDAR.' }
  if (calendar.isCutOff)
    return { why: 'The calendar cannot be read to its end: the file is cut off. Export it again.' }
  return { read: readCalendar(calendar, { timeZone, at }) }
}

parentPort?.postMessage(parsed())
