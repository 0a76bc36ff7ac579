import type { Content, Original } from '@portico/contract/documents'
import type { SharedContent } from '@portico/contract/links'
import { caseFile, type NewDocument } from '../../core/file/case-file.ts'
import { dayOf } from '../../core/time/moments.ts'
import { work } from '../../core/work/work.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import { findCase } from '../../projections/cases.ts'
import { findShared } from '../../projections/links.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, ProfileFor } from '../engine/execute.ts'
import { carriedFile } from './carried-file.ts'
import { handedTasks, movePieces } from './handed-mail.ts'
import { type LinkedCase, unlessDone } from './linked-case.ts'
import { addIssues } from './linked-issues.ts'
import { shareParties } from './linked-parties.ts'
import { bringForward, putOnDocket } from './linked-priority.ts'
import { awaitWork, bringRemands, receiveFromCourt } from './linked-remands.ts'

export type OpenLinkedCase = (caseId: string, linkedCaseId: string) => Promise<void>

/**
 * Opens the case that continues another, and gives it what it shares. Idempotent: skips what is already there, so an
 * interrupted run can be repeated.
 */
export function createOpenLinkedCase(parts: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  clock: () => Date
}): OpenLinkedCase {
  const { db, clock } = parts

  return async (caseId, linkedCaseId) => {
    const found = await findShared(db, caseId, linkedCaseId)
    if (!found) throw new Error(`the case ${caseId} shares nothing with ${linkedCaseId}`)
    const { shared, actor } = found
    const call = () => ({ at: clock(), actor, correlationId: linkedCaseId, causationId: caseId })
    const linked: LinkedCase = { ...parts, caseId, linkedCaseId, shared, call }

    await open(linked)
    await shareParties(linked)
    await addIssues(linked)
    if (shared.kind === 'remand' && !shared.isCourtRemand) await awaitWork(linked)
    if (shared.kind === 'split') await bringRemands(linked)
    await bringForward(linked)
    await putOnDocket(linked)
    if (shared.mandate) await receiveFromCourt(shared.mandate, linked)
    if (shared.kind === 'substitution') await takeOverMail(linked)
  }
}

async function open({ db, execute, caseId, linkedCaseId, shared, call }: LinkedCase): Promise<void> {
  const [facts, access] = await Promise.all([
    findCase(db, caseId),
    findCaseAccess(db, caseId, dayOf(call().at)),
  ])
  if (!facts || !access || (await findCase(db, linkedCaseId))) return
  const { along, ...file } =
    shared.kind === 'substitution'
      ? await carriedFile(db, { from: caseId, to: linkedCaseId, shared })
      : { documents: await documentsOf(db, caseId, shared), along: undefined }
  const { docketNumber, caseType, receiptDate, kind, why } = shared
  const command = {
    type: 'openCase' as const,
    caseId: linkedCaseId,
    docketNumber,
    caseType,
    veteran: facts.veteran,
    receiptDate,
    uploadedAt: call().at.toISOString(),
    originalPdfBytes: 0,
    ...(access.sensitivity > 0 ? { sensitivity: access.sensitivity } : {}),
    link: { kind, caseId, why },
    ...file,
  }
  await execute(caseFile, { ...call(), ...(along ? { also: along } : {}) }, command, () => null).catch(
    unlessDone,
  )
}

async function takeOverMail({ db, execute, caseId, linkedCaseId, shared, call }: LinkedCase): Promise<void> {
  const handed = { from: caseId, to: linkedCaseId, shared }
  const tasks = await handedTasks(db, handed)
  const also = (tx: Queryable) => movePieces(tx, handed, tasks)
  // What was opened already, and may be closed by now, is seen under the lock.
  const underLock = async (tx: Queryable) => {
    const here = new Set((await listTasks(tx, linkedCaseId)).map(({ id }) => id))
    const missing = tasks.filter(({ taskId }) => !here.has(taskId))
    return { type: 'takeOver' as const, caseId: linkedCaseId, tasks: missing }
  }
  await execute(work, { ...call(), also }, { caseId: linkedCaseId, underLock }, () => null)
}

type VersionRow = {
  document_id: string
  version: number
  content: Content
  original: Original | null
  unreadable: string | null
  name: string
  description: string
  categories: string[]
  document_type: string | null
  receipt_date: string
}

/** The same bytes under new ids, in the order they are named. */
async function documentsOf(
  db: Queryable,
  caseId: string,
  { documents: shared }: SharedContent,
): Promise<NewDocument[]> {
  const rows = await db.rows<VersionRow>(
    `select v.document_id, v.version, v.content, v.original, v.unreadable, d.name, d.description, d.categories, d.document_type,
       d.receipt_date
     from unnest($2::text[], $3::int[]) with ordinality as named (document_id, version, place)
     join document_versions v on v.case_id = $1 and v.document_id = named.document_id
       and v.version = named.version
     join documents d on d.case_id = $1 and d.document_id = named.document_id
     order by named.place`,
    [caseId, shared.map(({ id }) => id), shared.map(({ version }) => version)],
  )
  const newIds = new Map(shared.map(({ id, as }) => [id, as]))
  return rows.map((row) => ({
    documentId: newIds.get(row.document_id) ?? '',
    name: row.name,
    description: row.description,
    categories: row.categories,
    ...(row.document_type === null ? {} : { documentType: row.document_type }),
    receiptDate: row.receipt_date,
    content: row.content,
    ...(row.original ? { original: row.original } : {}),
    ...(row.unreadable === null ? {} : { unreadable: row.unreadable }),
    sharedFrom: { caseId, documentId: row.document_id, version: row.version },
  }))
}
