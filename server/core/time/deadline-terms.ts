import type { HolidayCalendar, Length, StandingTimer } from '@portico/contract/profile/deadlines'

export type Counting = NonNullable<StandingTimer['counts']>

/** The terms by which a deadline is computed. */
export type Terms = {
  length: Length
  counts?: Counting | undefined
  /** Where the last day moves if it is not a working day; by default, on in the direction of counting. */
  lastDay?: StandingTimer['lastDay'] | undefined
  calendar: HolidayCalendar
  /** The zone of the board, in which the last day ends. */
  timeZone: string
  /** Counts backwards, for deadlines before a day. */
  runs?: 'before' | undefined
}

/** The day from which a deadline runs, and its name, such as `receipt`. */
export type Start = { day: string; called: string }

export type Extension = { by: Length; counts?: Counting; why: string }

/** The days from `from` up to, but not including, `to` are not counted. Without `to`, tolling continues. */
export type Toll = { from: string; to?: string; why: string }

export type Changes = { extensions?: readonly Extension[]; tolls?: readonly Toll[] }

/** The last day, its last moment, and the reasoning; without a day while tolled. */
export type Deadline = { day?: string; due?: string; why: string }

/** A part of a deadline: its original length, or an extension. */
export type Period = {
  length: Length
  counts: Counting
  /** The last day counted. */
  counted: string
  /** The last day after moving to a working day. */
  day: string
  skipped: EndedToll[]
  why?: string
}

export type EndedToll = { from: string; to: string; why: string }
