import type { Profile } from '@portico/contract/profile'
import { dayShownIn, endOfDayIn } from '../time/days-in-zone.ts'
import { dayLater } from '../time/moments.ts'

const defaultWindowDays = 90

/** The window in which a session must take place, from a moment until the end of its last day in a time zone. */
export function sessionWindow(from: Date, timeZone: string, { sessions }: Pick<Profile, 'sessions'>) {
  const { windowDays = defaultWindowDays } = sessions
  const endsAt = endOfDayIn(dayLater(dayShownIn(from, timeZone), windowDays), timeZone).toISOString()
  return { windowDays, endsAt }
}
