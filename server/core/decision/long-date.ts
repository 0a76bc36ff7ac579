let longDates: Intl.DateTimeFormat | undefined

export function longDate(day: string): string {
  // Created lazily, because it takes as long as loading a tenth of the service.
  longDates ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDates.format(new Date(day))
}
