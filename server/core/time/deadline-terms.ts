import type { HolidayCalendar, Length, StandingTimer } from '@portico/contract/profile/deadlines'

export type Counting = NonNullable<StandingTimer['counts']>

/** How a deadline is counted. */
export type Terms = {
  length: Length
  counts?: Counting | undefined
  /** Where it gives way to if its last day is not a working day; in the direction in which it runs by default. */
  lastDay?: StandingTimer['lastDay'] | undefined
  calendar: HolidayCalendar
  /** Of the board: the last day ends when it ends there. */
  timeZone: string
  /** Backwards, for what is due so long before a day. */
  runs?: 'before' | undefined
}

/** The day from which it runs, and what that is called, such as `receipt`. */
export type Start = { day: string; called: string }

export type Extension = { by: Length; counts?: Counting; why: string }

/** From the first day on, and before the second, no day is counted. Without the second it still stands still. */
export type Toll = { from: string; to?: string; why: string }

export type Changes = { extensions?: readonly Extension[]; tolls?: readonly Toll[] }

/** The last day, its last moment, and the sentence that says why; without a day while it stands still. */
export type Deadline = { day?: string; due?: string; why: string }

/** A part of a deadline: its length as the profile has it, or an extension. */
export type Period = {
  length: Length
  counts: Counting
  /** The last day by the count. */
  counted: string
  /** The last day, after that gave way to a working day. */
  day: string
  skipped: EndedToll[]
  why?: string
}

export type EndedToll = { from: string; to: string; why: string }
