import type { Actor } from '@portico/contract/envelope'
import type { Operation, TextChange } from '@portico/contract/operations'
import type { Queryable } from './db.ts'

/** Changes of a draft between versions, stored as they arrive and folded into a version later. */

export type DraftTarget = { caseId: string; workProductId: string }

export type DraftHead = {
  revision: number
  /** The version at revision 0. */
  firstVersion: number
  /** The version that the last change was made on, if any. */
  version: number | null
  changedBy: Actor | null
  changedAt: Date | null
}

export type NewChange = {
  /** The version that the change is made on. */
  version: number
  operations: readonly Operation[]
  by: Actor
  at: Date
  /** Present if the change came from a proposal. */
  proposal?: TextChange['proposal']
}

/** The answer for a retry, written with the change. */
export type KeptAnswer = {
  actor: string
  idempotency: { key: string; fingerprint: Buffer; rights?: Buffer }
  answer: unknown
}

/** Undefined for a draft that was never changed. */
export async function readHead(
  tx: Queryable,
  { caseId, workProductId }: DraftTarget,
): Promise<DraftHead | undefined> {
  const [head] = await tx.rows<DraftHead>(
    `select h.revision, first_version as "firstVersion", c.version, c.changed_by as "changedBy",
       c.changed_at as "changedAt"
     from draft_heads h left join draft_changes c using (case_id, work_product_id, revision)
     where case_id = $1 and work_product_id = $2`,
    [caseId, workProductId],
  )
  return head
}

export type StoredChange = TextChange & { version: number }

type Page = { after: number; upTo?: number; limit?: number; mostUnits?: number }

/** Oldest first, after one revision and up to another. `mostUnits` limits their total length, with at least one change. */
export async function readChanges(
  tx: Queryable,
  { caseId, workProductId }: DraftTarget,
  { after, upTo = 2_147_483_647, limit = 1_000_000, mostUnits }: Page,
): Promise<StoredChange[]> {
  const rows = await tx.rows<Row>(
    `with page as (
       select *, sum(octet_length(operations)) over (order by revision rows unbounded preceding) as units
       from draft_changes
       where case_id = $1 and work_product_id = $2 and revision > $3 and revision <= $4
       order by revision limit $5
     )
     select revision, version, changed_by, changed_at, operations, proposal from page
     where $6::bigint is null or units - octet_length(operations) < $6 order by revision`,
    [caseId, workProductId, after, upTo, limit, mostUnits ?? null],
  )
  return rows.map(changeOf)
}

/** The operations of each change made on a version, up to a revision. */
export async function readOperationsOn(
  tx: Queryable,
  { caseId, workProductId }: DraftTarget,
  version: number,
  upTo = 2_147_483_647,
): Promise<Operation[][]> {
  const rows = await tx.rows<Pick<Row, 'operations'>>(
    `select operations from draft_changes
     where case_id = $1 and work_product_id = $2 and version = $3 and revision <= $4 order by revision`,
    [caseId, workProductId, version, upTo],
  )
  return rows.map(({ operations }) => JSON.parse(operations) as Operation[])
}

/** The version underlying a revision; undefined if there was no change up to it. */
export async function versionAt(
  tx: Queryable,
  { caseId, workProductId }: DraftTarget,
  revision: number,
): Promise<number | undefined> {
  const [row] = await tx.rows<{ version: number }>(
    `select version from draft_changes where case_id = $1 and work_product_id = $2 and revision <= $3
     order by revision desc limit 1`,
    [caseId, workProductId, revision],
  )
  return row?.version
}

/** Does nothing if the case was purged in the meantime. */
export async function beginHead(
  tx: Queryable,
  { caseId, workProductId }: DraftTarget,
  version: number,
): Promise<void> {
  await tx.rows(
    `with there as (select from case_streams where case_id = $1 and purged_at is null for share)
     insert into draft_heads (case_id, work_product_id, revision, first_version)
     select $1, $2, 0, $3 from there on conflict do nothing`,
    [caseId, workProductId, version],
  )
}

const moved = (where: string) => `
  update draft_heads set revision = revision + 1, pending_since = coalesce(pending_since, $5)
  where case_id = $1 and work_product_id = $2 ${where}
  returning revision`

const insertChange = `
  insert into draft_changes (case_id, work_product_id, revision, version, changed_by, changed_at, operations)
  select $1, $2, revision, $3, $4, $5, $6 from moved returning revision`

const insertProposed = `
  insert into draft_changes (
    case_id, work_product_id, revision, version, changed_by, changed_at, operations, proposal)
  select $1, $2, revision, $3, $4, $5, $6, $7 from moved returning revision`

const whereKnown = `and revision = $8 and exists (select from known)`
const known = `
  known as (
    select from case_streams where case_id = $1 and version = $7 and purged_at is null
      and ($9::int is null or $9 = (select coalesce(max(number), 0) from profile_versions))
    for share)`

const appendKnown = `with ${known}, moved as (${moved(whereKnown)}) ${insertChange}`

const appendAnswered = `with ${known}, moved as (${moved(whereKnown)}),
  answered as (
    insert into answers (actor, key, fingerprint, answer, at, case_id, rights)
    select $10, $11, $12, $13, $5, $1, $14 from moved
  ) ${insertChange}`

/**
 * Adds a change in one statement if the case, the draft and the profile are still at the known versions; otherwise writes
 * nothing and returns false.
 */
export async function appendIfKnown(
  db: Queryable,
  target: DraftTarget,
  known: { caseVersion: number; revision: number; profile: number | undefined },
  change: NewChange,
  kept?: KeptAnswer,
): Promise<boolean> {
  const { caseVersion, revision, profile = null } = known
  const values = [...valuesOf(target, change), caseVersion, revision, profile]
  const { key, fingerprint, rights = null } = kept?.idempotency ?? {}
  const rows = kept
    ? await db.rows(appendAnswered, [
        ...values,
        kept.actor,
        key,
        fingerprint,
        JSON.stringify(kept.answer),
        rights,
      ])
    : await db.rows(appendKnown, values)
  return rows.length > 0
}

/** Adds a change while the case is locked. */
export async function appendChange(tx: Queryable, target: DraftTarget, change: NewChange): Promise<void> {
  const { proposal } = change
  const values = valuesOf(target, change)
  if (proposal)
    await tx.rows(`with moved as (${moved('')}) ${insertProposed}`, [...values, JSON.stringify(proposal)])
  else await tx.rows(`with moved as (${moved('')}) ${insertChange}`, values)
}

const valuesOf = ({ caseId, workProductId }: DraftTarget, { version, by, at, operations }: NewChange) => [
  caseId,
  workProductId,
  version,
  JSON.stringify(by),
  at,
  JSON.stringify(operations),
]

/** Marks the changes of a draft as settled: saved in a version, or without effect. */
export async function settleHead(tx: Queryable, { caseId, workProductId }: DraftTarget): Promise<void> {
  await tx.rows(`update draft_heads set pending_since = null where case_id = $1 and work_product_id = $2`, [
    caseId,
    workProductId,
  ])
}

export type KnownHead = DraftTarget & { revision: number; firstVersion: number; latestVersion: number }

/** The drafts with stored changes; those of signed work products are deleted. */
export async function listHeads(tx: Queryable, caseId?: string): Promise<KnownHead[]> {
  return tx.rows<KnownHead>(
    `select h.case_id as "caseId", h.work_product_id as "workProductId", h.revision,
       h.first_version as "firstVersion", w.version as "latestVersion"
     from draft_heads h join work_products w on w.case_id = h.case_id and w.work_product_id = h.work_product_id
     where ($1::text is null or h.case_id = $1) and w.status in ('draft', 'inReview', 'discarded')
     order by h.case_id, h.work_product_id`,
    [caseId ?? null],
  )
}

export type AllChanges = {
  workProductId: string
  head: { revision: number; firstVersion: number; pendingSince: string | null } | undefined
  changes: StoredChange[]
}

/** For copying a draft to another case. */
export async function readAllChanges(tx: Queryable, target: DraftTarget): Promise<AllChanges> {
  const { caseId, workProductId } = target
  const [[head], changes] = await Promise.all([
    tx.rows<{ revision: number; firstVersion: number; pendingSince: Date | null }>(
      `select revision, first_version as "firstVersion", pending_since as "pendingSince" from draft_heads
       where case_id = $1 and work_product_id = $2`,
      [caseId, workProductId],
    ),
    readChanges(tx, target, { after: 0 }),
  ])
  const pendingSince = head?.pendingSince?.toISOString() ?? null
  return { workProductId, head: head && { ...head, pendingSince }, changes }
}

/** Adds changes that were copied from another case. */
export async function copyChanges(
  tx: Queryable,
  caseId: string,
  { workProductId, head, changes }: AllChanges,
): Promise<void> {
  if (!head) return
  const { revision, firstVersion, pendingSince } = head
  await Promise.all([
    tx.rows(
      `insert into draft_heads (case_id, work_product_id, revision, first_version, pending_since)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [caseId, workProductId, revision, firstVersion, pendingSince],
    ),
    tx.rows(
      `insert into draft_changes (
         case_id, work_product_id, revision, version, changed_by, changed_at, operations, proposal)
       select $1, $2, revision, version, by, at, operations, proposal
       from jsonb_to_recordset($3)
         as c (revision int, version int, by jsonb, at timestamptz, operations text, proposal jsonb)
       on conflict do nothing`,
      [
        caseId,
        workProductId,
        JSON.stringify(
          changes.map((change) => ({ ...change, operations: JSON.stringify(change.operations) })),
        ),
      ],
    ),
  ])
}

/** Deletes the changes of a signed work product, which keeps only its versions. */
export async function forgetChanges(tx: Queryable, { caseId, workProductId }: DraftTarget): Promise<void> {
  await tx.rows(`delete from draft_changes where case_id = $1 and work_product_id = $2`, [
    caseId,
    workProductId,
  ])
}

export type DueDraft = DraftTarget & { by: Actor }

/** Drafts whose changes are due to become a version, because the author has paused and the last version is old. */
export async function listDueDrafts(
  db: Queryable,
  { pausedSince, begunBefore }: { pausedSince: Date; begunBefore: Date },
): Promise<DueDraft[]> {
  return db.rows<DueDraft>(
    `select case_id as "caseId", work_product_id as "workProductId", changed_by as by
     from draft_heads join draft_changes using (case_id, work_product_id, revision)
     where pending_since <= $2 and changed_at <= $1
     order by pending_since limit 500`,
    [pausedSince, begunBefore],
  )
}

type Row = {
  revision: number
  version: number
  changed_by: Actor
  changed_at: Date
  operations: string
  proposal: NonNullable<TextChange['proposal']> | null
}

const changeOf = ({
  revision,
  version,
  changed_by,
  changed_at,
  operations,
  proposal,
}: Row): StoredChange => ({
  revision,
  version,
  by: changed_by,
  at: changed_at.toISOString(),
  operations: JSON.parse(operations) as Operation[],
  ...(proposal ? { proposal } : {}),
})
