import { dayMs } from './moments.ts'

let lastDay = { number: Number.NaN, text: '' }

/** Like `toISOString`, but faster, since consecutive moments are mostly on the same day. */
export function isoOf(ms: number): string {
  const number = Math.floor(ms / dayMs)
  if (number !== lastDay.number) lastDay = { number, text: new Date(ms).toISOString().slice(0, 11) }
  const rest = ms - number * dayMs
  const seconds = Math.floor(rest / 1000)
  const clock = `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return `${lastDay.text}${clock}.${String(rest % 1000).padStart(3, '0')}Z`
}

const twoDigits = (number: number) => (number < 10 ? `0${Math.floor(number)}` : String(Math.floor(number)))
