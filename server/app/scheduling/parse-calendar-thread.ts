import { parentPort, workerData } from 'node:worker_threads'
import { parseEvents } from '../../core/session/parse-events.ts'
import { isUntaken, readCalendar } from '../../core/session/read-calendar.ts'
import type { Parsed } from './parse-calendar.ts'

const { text, timeZone } = workerData as { text: string; timeZone: string }

function parsed(): Parsed {
  try {
    const { calendar, unread } = parseEvents(text)
    return { read: readCalendar(calendar, timeZone, unread) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { why: isUntaken(error) ? why : `The calendar cannot be read: ${why.slice(0, 200)}` }
  }
}

parentPort?.postMessage(parsed())
