export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export type Frequency = (typeof frequencies)[number]
export type Weekday = (typeof weekdays)[number]
/** What the form says; `rule` is for whatever it has no fields for. */
export type Repeat = {
  every: Frequency | 'never' | 'rule'
  on: readonly Weekday[]
  times: number
  rule?: string
}

/** The rule of iCalendar for what the form says; a window that comes once has none. */
export function ruleOf({ every, on, times, rule }: Repeat): string | undefined {
  if (every === 'never') return undefined
  if (every === 'rule') return rule
  const days = weekdays.filter((day) => on.includes(day))
  const byDay = every === 'WEEKLY' && days.length > 0 ? `;BYDAY=${days.join()}` : ''
  return `FREQ=${every}${byDay};COUNT=${times}`
}

/** What the form shows of a rule: its fields, if they say all of it. */
export function repeatOf(rule: string | undefined): Repeat {
  const none = { on: [], times: 10 }
  if (rule === undefined) return { ...none, every: 'never' }
  const [, every = '', days = '', times = ''] =
    /^FREQ=([A-Z]+)(?:;BYDAY=([A-Z,]+))?;COUNT=(\d+)$/.exec(rule) ?? []
  const on = weekdays.filter((day) => days.split(',').includes(day))
  const repeat = { every: every as Frequency, on, times: Number(times) }
  return frequencies.some((one) => one === every) && ruleOf(repeat) === rule
    ? repeat
    : { ...none, every: 'rule', rule }
}
