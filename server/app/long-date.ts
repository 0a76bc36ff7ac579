let longDates: Intl.DateTimeFormat | undefined

/** `2026-03-02` as March 2, 2026, as people read it in letters and messages. */
export function longDate(day: string): string
export function longDate(day: string | undefined): string | undefined
export function longDate(day: string | undefined): string | undefined {
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at)) return day
  longDates ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDates.format(at)
}
