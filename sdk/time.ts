/** Moments, and the days of UTC: the one place of the SDK that reckons with `Date`. */

export const dayMs = 86_400_000

const msOf = (at: Date | string): number => new Date(at).getTime()

export const msLater = (at: Date | string, ms: number): Date => new Date(msOf(at) + ms)

/** Negative where the second is the earlier; `NaN` where one is no time. */
export const msBetween = (from: Date | string, to: Date | string): number => msOf(to) - msOf(from)

/** The age of what began, in whole days. */
export const wholeDaysSince = (from: Date | string, now: Date): number =>
  Math.max(0, Math.floor(msBetween(from, now) / dayMs))

/** The day of UTC, `2026-03-02`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Whether a text is a day that the calendar has. */
export function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && dayOf(new Date(time)) === text
}
