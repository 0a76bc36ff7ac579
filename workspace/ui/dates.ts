import { locale } from '../words/language.ts'

/** Dates in the reader's own zone and language. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale() === 'en' ? 'en-GB' : locale(), options)
  formats.set(key, known)
  return known
}

/** A calendar day such as a receipt date has no zone: it is the same day everywhere. */
export function calendarDay(date: string): string {
  return format({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(date))
}

export function day(instant: string | Date): string {
  return format({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant))
}

export function moment(instant: string | Date): string {
  return format({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant))
}

export function timeOfDay(instant: string | Date): string {
  return format({ hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
}

/** How long ago, in the largest unit that is not zero: `5 h`, `3 d`. */
export function age(instant: string | Date, now: Date = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
