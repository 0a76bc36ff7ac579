import type { Permissions } from '../../auth/can.ts'
import { allProjections } from '../../projections/all.ts'
import type { Database } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { openCustody } from '../custody/custody.ts'
import { openDeliveries } from '../decisions/deliveries.ts'
import { openEffectuation } from '../decisions/effectuation.ts'
import { openIssues } from '../decisions/issues.ts'
import { openWorkProducts } from '../decisions/work-products.ts'
import type { WorkFor } from '../engine/commit.ts'
import { createExecute } from '../engine/execute.ts'
import { openLinks } from '../parties/links.ts'
import type { Profiles } from '../profile/profiles.ts'
import { reactionsFor } from '../rules.ts'
import { openSessions } from '../sessions/sessions.ts'
import { openPriorities } from '../work/priorities.ts'
import { openTasks } from '../work/tasks.ts'

export type PastDeskParts = {
  db: Database
  profiles: Profiles
  permissions: Permissions
  /** Without what the desk does itself, at its own time. */
  workFor: WorkFor
  afterCommit: (events: readonly StoredEvent[]) => void
  recognition: 'on' | 'off'
}

/** The ordinary commands on a case, by a clock that runs over the past. */
export function openPastDesk(parts: PastDeskParts, clock: () => Date) {
  const { db, profiles, permissions, recognition } = parts
  const profileFor = profiles.inForceFor
  const execute = createExecute({
    ...parts,
    projections: allProjections,
    profileFor,
    knownProfile: profiles.known,
    // Letters would bear today's date, years after what they tell of.
    reactions: reactionsFor({ mayRead: permissions.mayRead, raisesLetters: false }),
  })
  const desk = { db, execute, profileFor, clock }
  return {
    execute,
    tasks: openTasks(desk),
    sessions: openSessions(desk),
    issues: openIssues({ ...desk, recognition }),
    workProducts: openWorkProducts({ ...desk, recognition }),
    deliveries: openDeliveries(desk),
    effectuation: openEffectuation(desk),
    links: openLinks(desk),
    priorities: openPriorities(desk),
    custody: openCustody({ ...desk, profile: () => profileFor(db) }),
  }
}

export type PastDesk = ReturnType<typeof openPastDesk>
