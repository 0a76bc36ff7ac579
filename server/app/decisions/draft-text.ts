import type { Actor } from '@portico/contract/envelope'
import type { Operation } from '@portico/contract/operations'
import { applyOperations, type Text } from '../../core/decision/operations.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'
import {
  type DraftHead,
  type DraftTarget,
  readHead,
  readOperationsOn,
  versionAt,
} from '../../store/draft-changes.ts'
import { readContent } from './work-product-content.ts'

/** A draft as it is being written: its last version, and what was changed since. */
export type Draft = DraftTarget & {
  version: number
  revision: number
  /** How many changes are in no version yet, and the last of them. */
  pending: number
  changed?: { by: Actor; at: string }
  text: Text
  contentSha256: string
}

/** For whoever reads or locks the case in `tx`. */
export async function readDraft(tx: Queryable, target: DraftTarget): Promise<Draft> {
  const [product, head] = await Promise.all([readVersion(tx, target), readHead(tx, target)])
  if (!product) throw new Refusal('notFound', 'There is no such work product in this case.')
  const { version, contentSha256 } = product
  const revision = head?.revision ?? 0
  const isOnIt = head !== undefined && (head.version ?? version) === version
  const changes = isOnIt ? await readOperationsOn(tx, target, version) : []
  return {
    ...target,
    version,
    revision,
    pending: changes.length,
    ...(changes.length > 0 ? changedIn(head) : {}),
    text: withChanges(await textOf(tx, target.caseId, product), changes),
    contentSha256,
  }
}

/** The last change, and whose. */
export function changedIn(head: DraftHead | undefined): Pick<Draft, 'changed'> {
  const { changedBy, changedAt } = head ?? {}
  return changedBy && changedAt ? { changed: { by: changedBy, at: changedAt.toISOString() } } : {}
}

/** The text at a revision of before; undefined if it never had that. */
export async function textAt(
  tx: Queryable,
  target: DraftTarget,
  revision: number,
): Promise<Text | undefined> {
  const head = await readHead(tx, target)
  if (revision > (head?.revision ?? 0)) return undefined
  const found = await versionAt(tx, target, revision)
  const product = await readVersion(tx, target, found ?? head?.firstVersion)
  if (!product) return undefined
  const changes = found === undefined ? [] : await readOperationsOn(tx, target, found, revision)
  return withChanges(await textOf(tx, target.caseId, product), changes)
}

/** The same, for whoever made changes on it. */
export async function textOn(tx: Queryable, draft: Draft, base: number): Promise<Text> {
  const text = base === draft.revision ? draft.text : await textAt(tx, draft, base)
  if (!text)
    throw new Refusal(
      'conflict',
      `base must be a revision that the text had: ${base} is none of it. It is at ${draft.revision}: read it again.`,
    )
  return text
}

/** The text of a version, without what was changed since. */
export async function versionText(tx: Queryable, target: DraftTarget, version: number): Promise<Text> {
  const found = await readVersion(tx, target, version)
  if (!found) throw new Refusal('notFound', 'There is no such version.')
  return textOf(tx, target.caseId, found)
}

export const withChanges = (text: Text, changes: readonly (readonly Operation[])[]): Text =>
  changes.reduce(applyOperations, text)

type Version = { version: number; title: string; contentSha256: string }

async function readVersion(
  tx: Queryable,
  { caseId, workProductId }: DraftTarget,
  version?: number,
): Promise<Version | undefined> {
  const [row] = await tx.rows<Version>(
    `select version, title, content_sha256 as "contentSha256" from work_product_versions
     where case_id = $1 and work_product_id = $2 and ($3::int is null or version = $3)
     order by version desc limit 1`,
    [caseId, workProductId, version ?? null],
  )
  return row
}

async function textOf(tx: Queryable, caseId: string, { title, contentSha256 }: Version): Promise<Text> {
  const content = await readContent(tx, caseId, contentSha256)
  if (!content) throw new Refusal('notFound', 'The text of this version was erased.')
  return { title, content }
}
