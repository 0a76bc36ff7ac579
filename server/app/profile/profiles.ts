import type { Actor } from '@portico/contract/envelope'
import type { Profile } from '@portico/contract/profile'
import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'
import type {
  ProfileChange,
  ProfileDetail,
  ProfileVersion,
  TemplateFields,
} from '@portico/contract/profile-versions'
import { hashData, isSame } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { changesBetween } from '../../profile/changes.ts'
import { checkedProfile, sentenceOf } from '../../profile/check-profile.ts'
import { completed } from '../../profile/completed.ts'
import { outdatedCalendars } from '../../profile/deadline-faults.ts'
import { movesBetween, type ProfileMoves } from '../../profile/moves.ts'
import type { ProfileFault } from '../../profile/schema-faults.ts'
import { allTemplateFields } from '../../profile/template-fields.ts'
import { requestConflictCheck } from '../../store/ask-to-flag.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { projectionsFence } from '../../store/events/stream.ts'
import { addJobs } from '../../store/jobs.ts'
import {
  changedBoilerplate,
  findBoilerplate,
  findProfileVersion,
  insertProfileVersion,
  keepBoilerplate,
  listProfileVersions,
  markApplied,
  markFile,
  newestProfileNumber,
  type ProfileSource,
  type ProfileVersionRow,
} from '../../store/profile-versions.ts'
import { onRestore } from '../../store/put-back.ts'
import { earlierAnswer, type Idempotency, keepAnswer } from '../engine/answers.ts'
import { sittingRoles } from '../sessions/calendars/participants.ts'
import { findBlockers } from './blockers.ts'

export type SaveOrder = {
  profile: unknown
  why: string
  actor: Actor
  source: ProfileSource
  restoredFrom?: number
  /** What the files hash to that it was read from. */
  fileSha256?: string
  /** The version that whoever saves has seen. */
  expectedVersion?: number | undefined
  idempotency?: Idempotency | undefined
}

/** The words and rules of a deployment: which are in force, and which were. */
export type Profiles = {
  /** As this process last saw them. What decides asks `inForceFor` instead. */
  inForce(): Profile
  /** The same with its number, by which a write can tell whether it still holds. */
  known(): { number: number; profile: Profile }
  /** As of this statement: behind the lock of a case, nothing is decided by rules that were replaced. */
  inForceFor(tx: Queryable): Promise<Profile>
  current(): Promise<ProfileDetail>
  version(number: number): Promise<ProfileDetail>
  versions(page: { before: number | undefined; limit: number }): Promise<ProfileVersion[]>
  changes(to: number, from?: number): Promise<{ from: number; to: number; changes: ProfileChange[] }>
  save(order: SaveOrder): Promise<ProfileDetail>
  /** What letters and notifications may name. */
  templateFields(): TemplateFields
  /** The text of an entry as of a version, whether or not it is in force. */
  boilerplate(name: string, version: number): Promise<BoilerplateEntry | undefined>
}

export async function openProfiles(options: { db: Database; clock: () => Date }): Promise<Profiles> {
  const { db, clock } = options
  let known: { number: number; profile: Profile } = { number: 0, profile: completed({}) as Profile }

  // The same number may be another profile by now.
  onRestore(() => {
    known = { ...known, number: 0 }
  })

  const remember = (number: number, profile: Profile) => {
    if (number > known.number) known = { number, profile }
  }

  const read = async (tx: Queryable, number: number): Promise<ProfileDetail> => {
    const row = await findProfileVersion(tx, number)
    if (!row) throw new Refusal('notFound', `There is no version ${number} of the profile.`)
    const { body, ...version } = row
    return { version: present(version), profile: completed(body) as Profile }
  }

  const inForceFor = async (tx: Queryable) => {
    const number = await newestProfileNumber(tx)
    if (number !== known.number) remember(number, (await read(tx, number)).profile)
    return known.profile
  }

  /** Behind the fence that whoever holds a case shares: no task of a type that goes is opened before the commit. */
  const write = async (tx: Queryable, profile: Profile, order: SaveOrder): Promise<ProfileDetail> => {
    await tx.rows(`select pg_advisory_xact_lock($1)`, [projectionsFence])
    const number = await newestProfileNumber(tx)
    refuseStale(order, number)
    const { why, actor, source, restoredFrom = null, fileSha256 = null } = order
    const sha256 = hashData(profile).toString('hex')
    const before = number === 0 ? undefined : await read(tx, number)
    if (before?.version.sha256 === sha256) {
      if (fileSha256 !== null) await markFile(tx, number, fileSha256)
      return before
    }
    const moves = before ? movesBetween(before.profile, profile) : noMoves
    await refuseBlocked(tx, moves)
    refuseFaults(await boilerplateFaults(tx, profile))
    const row = { number: number + 1, sha256, source, restoredFrom, why, actor, at: clock() }
    await insertProfileVersion(tx, { ...row, body: profile, moves, fileSha256 })
    await keepBoilerplate(tx, profile.boilerplate, row.number)
    if (moves.teams.length > 0 || moves.standings || moves.ages)
      await addJobs(tx, [{ name: 'applyProfile', key: 'profile', payload: {} }])
    else await markApplied(tx, row.number, { at: row.at, tasks: 0, cases: 0, advances: 0 })
    if (before && !isSame(sittingRoles(before.profile), sittingRoles(profile))) await requestConflictCheck(tx)
    return read(tx, row.number)
  }

  const save = async (order: SaveOrder): Promise<ProfileDetail> => {
    const { actor, idempotency } = order
    // The default of this version is checked by its tests, not by every first start.
    const profile = order.source === 'default' ? (order.profile as Profile) : checkedProfile(order.profile)
    // A file that a start reads may be older than its calendars last.
    if (order.source !== 'default' && order.source !== 'file')
      refuseFaults(outdatedCalendars(profile, dayOf(clock())))
    const saved = await db.transaction(async (tx) => {
      const earlier = idempotency && (await earlierAnswer(tx, actor.id, idempotency))
      if (earlier) return earlier.answer as ProfileDetail
      const detail = await write(tx, profile, order)
      if (idempotency) await keepAnswer(tx, { request: { actor, at: clock() }, idempotency, answer: detail })
      return detail
    })
    remember(saved.version.number, saved.profile)
    return saved
  }

  await inForceFor(db)

  return {
    inForce: () => known.profile,
    known: () => known,
    inForceFor,
    current: async () => read(db, await newestProfileNumber(db)),
    version: (number) => read(db, number),
    versions: async (page) => (await listProfileVersions(db, page)).map(present),
    async changes(to, from = to - 1) {
      const after = await read(db, to)
      const before = from === 0 ? undefined : await read(db, from)
      return { from, to, changes: changesBetween(before?.profile ?? {}, after.profile) }
    },
    save,
    templateFields: allTemplateFields,
    boilerplate: (name, version) => findBoilerplate(db, name, version),
  }
}

const noMoves: ProfileMoves = {
  teams: [],
  standings: false,
  ages: false,
  gone: { taskTypes: [], caseTypes: [], dockets: [], roles: [], teams: [], homeless: [] },
}

function present(row: ProfileVersionRow): ProfileVersion {
  const { number, sha256, source, restoredFrom, why, actor, at, appliedAt } = row
  return {
    number,
    sha256,
    source,
    ...(restoredFrom === null ? {} : { restoredFrom }),
    why,
    createdBy: actor.name,
    createdAt: at.toISOString(),
    ...(appliedAt === null
      ? {}
      : { applied: { at: appliedAt.toISOString(), ...(row.moved ?? { tasks: 0, cases: 0, advances: 0 }) } }),
  }
}

function refuseStale({ expectedVersion }: SaveOrder, number: number) {
  if (expectedVersion === undefined || expectedVersion === number) return
  throw new Refusal('conflict', `The profile is at version ${number}, not ${expectedVersion}: read it again.`)
}

async function refuseBlocked(tx: Queryable, moves: ProfileMoves) {
  const blockers = await findBlockers(tx, moves)
  if (blockers.length > 0) throw new Refusal('stateForbids', blockers.map(({ what }) => what).join(' '))
}

function refuseFaults(faults: readonly ProfileFault[]) {
  if (faults.length > 0) throw new Refusal('invalid', sentenceOf(faults))
}

/** A work product refers to a text by its version, so a version that was in force stands for one text only. */
export async function boilerplateFaults(tx: Queryable, { boilerplate }: Profile): Promise<ProfileFault[]> {
  const changed = await changedBoilerplate(tx, boilerplate)
  return changed.map(({ name, newest }) => {
    const place = `boilerplate[${boilerplate.findIndex((entry) => entry.name === name)}].version`
    return { place, what: `${place} must be at least ${newest + 1}: the text of ${name} has changed.` }
  })
}
