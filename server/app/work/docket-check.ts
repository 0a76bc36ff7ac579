import { createHash } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import { daysBetween } from '../../core/time/moments.ts'
import {
  type BrokenInvariant,
  brokenByMembers,
  brokenInCases,
  brokenInvariants,
  mostOfEach,
} from '../../projections/broken-invariants.ts'
import { isLargeDocket } from '../../projections/docket-size.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { forgetGoneFindings, keepCheck, keepFindings, readCheck } from '../../store/docket-check.ts'
import { awaitCeiling, newestCommitted } from '../../store/events/positions.ts'

const casesAtOnce = 2000
/** Where more has happened since the last check, all cases are read. */
const eventsAtOnce = 20_000

/**
 * What should never be the case, and is. A small docket is read as it stands. Of a large one, the job keeps what it found
 * up to a place in the log; only cases to which something happened since are read, so the answer is as current and takes
 * no longer. Every case is looked at once a day, whether something happened to it or not.
 */
export async function checkDocket(db: Queryable, profile: Profile): Promise<BrokenInvariant[]> {
  if (!(await isLargeDocket(db))) return brokenInvariants(db, profile)
  const [check, end] = await Promise.all([readCheck(db), newestCommitted(db)])
  const isFarBehind = check && end.position - check.position > eventsAtOnce
  if (!check || isFarBehind || check.epoch !== end.epoch || !check.rules.equals(rulesOf(profile)))
    return brokenInvariants(db, profile)
  const changed = await changedSince(db, check.position)
  const [inChanged, byMembers] = await Promise.all([brokenInCases(db, profile, changed), brokenByMembers(db)])
  const isChanged = new Set(changed)
  const found = [
    ...check.findings.filter(({ caseId }) => !isChanged.has(caseId)),
    ...inChanged,
    ...byMembers,
  ].toSorted((one, other) => one.invariant - other.invariant)
  return [...Map.groupBy(found, ({ invariant }) => invariant).values()].flatMap((some) =>
    some.slice(0, mostOfEach),
  )
}

/** Brings what was found up to the end of the log, and begins anew where the rules changed or a day is over. */
export async function keepDocketChecked(
  db: Database,
  profile: Profile,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  if (!(await isLargeDocket(db))) return
  const rules = rulesOf(profile)
  const [check, end] = [await readCheck(db), await awaitCeiling(db)]
  const isCurrent = check && check.epoch === end.epoch && check.rules.equals(rules)
  if (!isCurrent || daysBetween(check.wholeAt, now) >= 1) {
    await checkAll(db, profile, signal)
    await keepCheck(db, { ...end, rules, wholeAt: now })
    return
  }
  for (let { position } = check; position < end.position; ) {
    signal.throwIfAborted()
    const upTo = Math.min(end.position, position + eventsAtOnce)
    await checkCases(db, profile, await changedSince(db, position, upTo))
    await keepCheck(db, { ...end, position: upTo, rules, wholeAt: check.wholeAt })
    position = upTo
  }
}

async function checkAll(db: Database, profile: Profile, signal: AbortSignal) {
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const rows = await db.rows<{ id: string }>(
      `select case_id as id from case_work where case_id > $1 order by case_id limit ${casesAtOnce}`,
      [after],
    )
    const ids = rows.map(({ id }) => id)
    await checkCases(db, profile, ids)
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  await forgetGoneFindings(db)
}

async function checkCases(db: Database, profile: Profile, caseIds: readonly string[]) {
  const findings = await brokenInCases(db, profile, caseIds)
  await db.transaction((tx) => keepFindings(tx, { caseIds, findings }))
}

async function changedSince(
  db: Queryable,
  position: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select distinct case_id as id from events where position > $1 and position <= $2`,
    [position, upTo],
  )
  return rows.map(({ id }) => id)
}

const rulesOf = ({ taskTypes, mailTypes }: Profile): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([taskTypes, mailTypes]))
    .digest()
