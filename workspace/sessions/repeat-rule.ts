export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export type Frequency = (typeof frequencies)[number]
export type Weekday = (typeof weekdays)[number]
export type Repeat = { every: Frequency | 'never'; on: readonly Weekday[]; times: number }

/** The rule of iCalendar for what the form says; a window that comes once has none. */
export function ruleOf({ every, on, times }: Repeat): string | undefined {
  if (every === 'never') return undefined
  const days = weekdays.filter((day) => on.includes(day))
  const byDay = every === 'WEEKLY' && days.length > 0 ? `;BYDAY=${days.join()}` : ''
  return `FREQ=${every}${byDay};COUNT=${times}`
}
