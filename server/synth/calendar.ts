import { dayLater, daysBetween as daysApart } from '../core/time/moments.ts'
import type { Random } from './random.ts'

/** A date is its ISO text, `YYYY-MM-DD`, so that it sorts, compares and travels as it is. */
export type IsoDate = string

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function addDays(date: IsoDate, days: number): IsoDate {
  return dayLater(date, days)
}

export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round(daysApart(from, to))
}

export function dateBetween(random: Random, from: IsoDate, to: IsoDate): IsoDate {
  return from >= to ? from : addDays(from, random.int(0, daysBetween(from, to)))
}

export function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b
}

export function later(a: IsoDate, b: IsoDate): IsoDate {
  return a > b ? a : b
}

export function yearOf(date: IsoDate): number {
  return Number(date.slice(0, 4))
}

export function ageOn(date: IsoDate, birthDate: IsoDate): number {
  return yearOf(date) - yearOf(birthDate) - (date.slice(5) < birthDate.slice(5) ? 1 : 0)
}

/** March 4, 1998 */
export function longDate(date: IsoDate): string {
  return `${monthOf(date)} ${Number(date.slice(8))}, ${date.slice(0, 4)}`
}

/** 03/04/1998 */
export function slashDate(date: IsoDate): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`
}

/** 4 Mar 98, as the services write it */
export function militaryDate(date: IsoDate): string {
  return `${Number(date.slice(8))} ${monthOf(date).slice(0, 3)} ${date.slice(2, 4)}`
}

/** MAR 04 1998, as on a rubber stamp */
export function stampDate(date: IsoDate): string {
  return `${monthOf(date).slice(0, 3).toUpperCase()} ${date.slice(8)} ${date.slice(0, 4)}`
}

/** March 1998 */
export function monthAndYear(date: IsoDate): string {
  return `${monthOf(date)} ${date.slice(0, 4)}`
}

function monthOf(date: IsoDate): string {
  return months[Number(date.slice(5, 7)) - 1] ?? ''
}
