import type { Desk } from '../desk.ts'
import { openCaseViews } from './case-views.ts'
import { openPlaces } from './places.ts'
import { openPreferences } from './preferences.ts'
import { openPresence } from './presence.ts'
import { openSeenPages } from './seen-pages.ts'

export type OwnSubjects = ReturnType<typeof openOwnSubjects>

/** What the service keeps of how a member works. */
export const openOwnSubjects = (desk: Desk) => ({
  preferences: openPreferences(desk),
  places: openPlaces(desk),
  presence: openPresence(desk),
  seenPages: openSeenPages(desk),
  caseViews: openCaseViews(desk),
})
