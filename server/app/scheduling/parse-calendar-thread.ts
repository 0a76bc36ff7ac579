import { parentPort, workerData } from 'node:worker_threads'
import ICAL from 'ical.js'
import { isUntaken, type JCal, readCalendar } from '../../core/session/read-calendar.ts'
import type { Parsed } from './parse-calendar.ts'

const { text, timeZone } = workerData as { text: string; timeZone: string }

function parsed(): Parsed {
  try {
    return { read: readCalendar(ICAL.parse(text) as JCal, timeZone) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { why: isUntaken(error) ? why : `The calendar cannot be read: ${why.slice(0, 200)}` }
  }
}

parentPort?.postMessage(parsed())
