import type { Profile } from '@portico/contract/profile'

/** The same profile as an earlier version wrote it: so many times 24 hours from now. */
export function byTheClock(profile: Profile): Profile {
  return {
    ...profile,
    timers: profile.timers.map(({ name, label, length, days = length?.days ?? 0 }) => ({
      name,
      label,
      days,
      from: 'When it is set.',
    })),
    taskTypes: profile.taskTypes.map(({ due, ...type }) =>
      due ? { ...type, dueDays: due.length.days ?? 0 } : type,
    ),
  }
}
