import type { Profile } from '@portico/contract/profile'
import { dayShownIn, endOfDayIn } from '../time/days-in-zone.ts'
import { dayLater } from '../time/moments.ts'

const usualWindowDays = 90

/** The days within which a session is to take place, from a moment: they end with the last one, by the clock of a zone. */
export function sessionWindow(from: Date, timeZone: string, { sessions }: Pick<Profile, 'sessions'>) {
  const { windowDays = usualWindowDays } = sessions
  const endsAt = endOfDayIn(dayLater(dayShownIn(from, timeZone), windowDays), timeZone).toISOString()
  return { windowDays, endsAt }
}
