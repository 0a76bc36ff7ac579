import { hashData } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import {
  type DraftTarget,
  type KnownHead,
  listHeads,
  readChanges,
  type StoredChange,
} from '../../store/draft-changes.ts'
import { versionText, withChanges } from '../decisions/draft-text.ts'

export type DraftFault = DraftTarget & { what: string }
export type DraftVerification = { drafts: number; changes: number; faults: DraftFault[] }

/**
 * What was typed in drafts that are not signed: no change is missing, and those that were made on a version make the next
 * one of it.
 */
export function verifyDrafts(db: Database, { caseId }: { caseId?: string } = {}): Promise<DraftVerification> {
  return consistentRead(db, async (tx) => {
    const faults: DraftFault[] = []
    const heads = await listHeads(tx, caseId)
    let changes = 0
    for (const head of heads) {
      const target = { caseId: head.caseId, workProductId: head.workProductId }
      const made = await readChanges(tx, target, { after: 0 })
      changes += made.length
      const what = await faultOf(tx, target, head, made)
      if (what) faults.push({ ...target, what })
    }
    return { drafts: heads.length, changes, faults }
  })
}

async function faultOf(
  tx: Queryable,
  target: DraftTarget,
  head: KnownHead,
  made: readonly StoredChange[],
): Promise<string | undefined> {
  const gap = made.findIndex(({ revision }, index) => revision !== index + 1)
  if (gap >= 0 || made.length !== head.revision)
    return `the change to revision ${(gap >= 0 ? gap : made.length) + 1} is missing`
  const onVersion = Map.groupBy(made, ({ version }) => version)
  try {
    for (let version = head.firstVersion; version <= head.latestVersion; version += 1) {
      const changed = withChanges(
        await versionText(tx, target, version),
        (onVersion.get(version) ?? []).map(({ operations }) => operations),
      )
      onVersion.delete(version)
      if (version === head.latestVersion) continue
      const next = await versionText(tx, target, version + 1)
      if (!hashData(changed.content).equals(hashData(next.content)) || changed.title !== next.title)
        return `version ${version + 1} is not what was typed after version ${version}`
    }
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  const [unknown] = onVersion.keys()
  return unknown === undefined ? undefined : `a change was made on version ${unknown}, which is not there`
}
