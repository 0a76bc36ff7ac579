import type { Me } from '@portico/sdk'

export type Screen = 'work' | 'cases' | 'sessions' | 'mail' | 'reports' | 'admin'

/** The screens that this person may use, in the order of the side bar. */
export function screensOf({ actions }: Pick<Me, 'actions'>): Screen[] {
  return [
    ...(actions.includes('readTasks') ? (['work'] as const) : []),
    ...(actions.includes('readCases') || actions.includes('listCases') ? (['cases'] as const) : []),
    ...(actions.includes('keepCalendars') ? (['sessions'] as const) : []),
    ...(actions.includes('workMail') || actions.includes('recordDeliveries') ? (['mail'] as const) : []),
    ...(actions.includes('readReports') ? (['reports'] as const) : []),
    ...(actions.includes('changeProfile') ? (['admin'] as const) : []),
  ]
}

/** The first screen; undefined if the workspace has none for this person. */
export const homeOf = (me: Pick<Me, 'actions'>): Screen | undefined => screensOf(me)[0]
