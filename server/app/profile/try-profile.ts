import type { Profile } from '@portico/contract/profile'
import type { AdvancedCase, MovedCase, MovedTask, ProfileTrial } from '@portico/contract/profile-versions'
import { dayOf } from '../../core/time/moments.ts'
import { changesBetween } from '../../profile/changes.ts'
import { faultsOfProfile } from '../../profile/check-profile.ts'
import { outdatedCalendars } from '../../profile/deadline-faults.ts'
import { movesBetween } from '../../profile/moves.ts'
import type { Database } from '../../store/db.ts'
import { findBlockers } from './blockers.ts'
import { casesByAge, casesToMove, countTasksToMove, tasksToMove } from './moves.ts'
import { boilerplateFaults, type Profiles } from './profiles.ts'

const mostShown = 100
const mostChanges = 1000

export type TryProfile = (profile: unknown) => Promise<ProfileTrial>

/** What saving a profile would do to current work, without doing it. */
export function createTryProfile(options: {
  db: Database
  profiles: Profiles
  clock: () => Date
}): TryProfile {
  const { db, profiles, clock } = options

  return async (candidate) => {
    const { version, profile: before } = await profiles.current()
    const trial = {
      against: version.number,
      wouldApply: false,
      changes: changesBetween(before, candidate).slice(0, mostChanges),
      blockers: [],
      tasks: { count: 0, first: [] },
      cases: { count: 0, first: [] },
      advances: { count: 0, first: [] },
    }
    const faults = faultsOfProfile(candidate)
    if (faults.length === 0) faults.push(...outdatedCalendars(candidate as Profile, dayOf(clock())))
    if (faults.length > 0) return { ...trial, faults: faults.slice(0, mostShown) }
    const after = candidate as Profile
    const moves = movesBetween(before, after)
    const [texts, blockers, tasks, cases, advances] = await Promise.all([
      boilerplateFaults(db, after),
      findBlockers(db, moves),
      tasksThatMove(db, moves.teams),
      moves.standings ? casesThatMove(db, after) : { count: 0, first: [] },
      moves.ages ? casesThatAdvance(db, after, clock()) : { count: 0, first: [] },
    ])
    const wouldApply = texts.length === 0 && blockers.length === 0
    return { ...trial, wouldApply, faults: texts.slice(0, mostShown), blockers, tasks, cases, advances }
  }
}

async function tasksThatMove(db: Database, moves: Parameters<typeof tasksToMove>[1]) {
  const count = await countTasksToMove(db, moves)
  let first: MovedTask[] = []
  for await (const page of tasksToMove(db, moves, mostShown)) {
    first = page
    break
  }
  return { count, first }
}

async function casesThatAdvance(db: Database, profile: Profile, now: Date) {
  const first: AdvancedCase[] = []
  let count = 0
  for await (const page of casesByAge(db, profile, now)) {
    const moved = page.filter(({ was, isAdvanced }) => was !== isAdvanced)
    count += moved.length
    const shown = moved.slice(0, mostShown - first.length)
    first.push(...shown.map(({ caseId, isAdvanced }) => ({ caseId, isAdvanced })))
  }
  return { count, first }
}

async function casesThatMove(db: Database, profile: Profile) {
  const first: MovedCase[] = []
  let count = 0
  for await (const page of casesToMove(db, profile, 'status')) {
    count += page.length
    first.push(...page.slice(0, mostShown - first.length))
  }
  return { count, first }
}
