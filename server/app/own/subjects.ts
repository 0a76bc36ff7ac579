import type { Desk } from '../desk.ts'
import { type CaseViews, openCaseViews } from './case-views.ts'
import { openPlaces, type Places } from './places.ts'
import { openPreferences, type Preferences } from './preferences.ts'
import { openPresence, type Presence } from './presence.ts'
import { openSeenPages, type SeenPages } from './seen-pages.ts'

export type OwnSubjects = {
  preferences: Preferences
  places: Places
  presence: Presence
  seenPages: SeenPages
  caseViews: CaseViews
}

/** What the service keeps of how a member works. */
export const openOwnSubjects = (desk: Desk): OwnSubjects => ({
  preferences: openPreferences(desk),
  places: openPlaces(desk),
  presence: openPresence(desk),
  seenPages: openSeenPages(desk),
  caseViews: openCaseViews(desk),
})
