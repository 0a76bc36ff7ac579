import type { Content, Original } from '@portico/contract/documents'
import type { Actor } from '@portico/contract/envelope'
import type { SharedContent } from '@portico/contract/links'
import type { Profile } from '@portico/contract/profile'
import { remands } from '../../core/decision/remand.ts'
import { caseFile, type NewDocument } from '../../core/file/case-file.ts'
import { issues } from '../../core/issue/issue.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { derivedId } from '../../core/kernel/ids.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { party } from '../../core/party/party.ts'
import { isUnrevoked } from '../../core/party/representation.ts'
import { dayOf } from '../../core/time/moments.ts'
import { priority } from '../../core/work/priority.ts'
import { work } from '../../core/work/work.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import { findCase } from '../../projections/cases.ts'
import { listIssues } from '../../projections/issues.ts'
import { findShared } from '../../projections/links.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import { isOnCase, type PartyThere, partyOf } from '../../projections/parties.ts'
import { findPriority } from '../../projections/priority.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { readRemands } from '../decisions/read-remands.ts'
import type { Execute, ProfileFor } from '../engine/execute.ts'
import { carriedFile } from './carried-file.ts'
import { handedTasks, movePieces } from './handed-mail.ts'
import { returnedRemands } from './returned-remands.ts'

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
  const { db, execute, profileFor, clock } = parts

  return async (caseId, linkedCaseId) => {
    const found = await findShared(db, caseId, linkedCaseId)
    if (!found) throw new Error(`the case ${caseId} shares nothing with ${linkedCaseId}`)
    const { shared, actor } = found
    const call = () => ({ at: clock(), actor, correlationId: linkedCaseId, causationId: caseId })

    await open()
    for (const partyId of shared.partyIds) await record(partyId)
    for (const partyId of shared.partyIds) await represent(partyId)
    await addIssues()
    if (shared.kind === 'remand' && !shared.isCourtRemand) await awaitWork()
    if (shared.kind === 'split') await bringRemands()
    await bringForward()
    await putOnDocket()
    if (shared.mandate) await receiveFromCourt(shared.mandate)
    if (shared.kind === 'substitution') await takeOverMail()

    async function open() {
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

    async function record(partyId: string) {
      const there = await partyOf(db, caseId, partyId)
      if (!there || (await isOnCase(db, linkedCaseId, partyId))) return
      const { person, organization, contact, aliases } = there
      const role = (await roleTaken(partyId)) ?? there.role
      const who = person ? { person } : { organization: organization ?? '' }
      const command = {
        type: 'recordParty' as const,
        caseId: linkedCaseId,
        partyId,
        role,
        ...who,
        ...(contact ? { contact } : {}),
        aliases,
        elsewhere: { ...there, role },
      }
      await execute(party, call(), command, () => null)
    }

    async function roleTaken(partyId: string): Promise<string | undefined> {
      const { substitute } = shared
      return substitute?.by === partyId ? (await partyOf(db, caseId, substitute.for))?.role : undefined
    }

    async function represent(partyId: string) {
      const { representation, stamps } = (await partyOf(db, caseId, partyId)) ?? ({} as Partial<PartyThere>)
      if (!representation || !isUnrevoked(representation) || stamps?.representation === undefined) return
      const representative = await partyOf(db, caseId, representation.representativeId)
      if (!representative) return
      const known = {
        part: 'representation' as const,
        representation,
        stamp: stamps.representation,
        representative,
      }
      const command = { type: 'followParty' as const, caseId: linkedCaseId, partyId, from: caseId, known }
      await execute(party, call(), command, () => null)
    }

    async function addIssues() {
      const [from, to] = await Promise.all([listIssues(db, caseId), listIssues(db, linkedCaseId)])
      const there = new Set([...to.issues, ...to.past].map(({ id }) => id))
      for (const { id, as: issueId } of shared.issues) {
        const issue = [...from.issues, ...from.past].find((one) => one.id === id)
        if (!issue || there.has(issueId)) continue
        const { issueType, benefitType, scope, description } = issue
        const command = {
          type: 'addIssue' as const,
          caseId: linkedCaseId,
          issueId,
          issueType,
          ...(benefitType === undefined ? {} : { benefitType }),
          ...(scope === undefined ? {} : { scope }),
          ...(description === undefined ? {} : { description }),
          sharedFrom: { caseId, issueId: id },
        }
        await execute(issues, call(), command, () => null).catch(unlessDone)
      }
    }

    async function bringForward() {
      const { kind, isCourtRemand, why } = shared
      if (isCourtRemand) {
        await execute(priority, call(), { type: 'courtRemand', caseId: linkedCaseId, why }, () => null)
      }
      const { advanced = [], isCourtRemand: wasCourtRemand } = (await findPriority(db, caseId)) ?? {}
      if (kind === 'substitution') {
        // It keeps its rank, but for what was granted to the person who died.
        if (wasCourtRemand)
          await execute(priority, call(), { type: 'courtRemand', caseId: linkedCaseId, why }, () => null)
        return
      }
      if (kind === 'split' && wasCourtRemand && (await isOfCourt())) {
        const command = { type: 'courtRemand' as const, caseId: linkedCaseId, why }
        await execute(priority, call(), command, () => null)
      }
      for (const reason of advanced) {
        const granted = { reason, granted: true, why: 'It was granted on the case that this one comes from.' }
        const command = { type: 'ruleOnMotion' as const, caseId: linkedCaseId, ...granted }
        // Age is assessed again, and a reason may have left the profile.
        await execute(priority, call(), command, () => null).catch(unlessRefused)
      }
    }

    async function putOnDocket() {
      const [from, to] = [await docketOf(db, caseId), await docketOf(db, linkedCaseId)]
      if (!from || to) return
      const command = {
        type: 'docket' as const,
        caseId: linkedCaseId,
        docket: from.docket,
        ...(shared.kind === 'split' ? {} : { docketDate: from.docketDate }),
        findings: [],
        mayOverride: true,
      }
      await execute(work, call(), command, () => null).catch(unlessRefused)
    }

    /** What was sent back, as the case that it comes from knows it. */
    async function awaitWork() {
      const [sent, from, facts] = await Promise.all([
        readRemands(db, caseId),
        listIssues(db, caseId),
        findCase(db, linkedCaseId),
      ])
      const known = [...from.issues, ...from.past]
      const profile = await profileFor(db)
      const issues = shared.issues.map(({ id, as: issueId }) => {
        const remand = sent.remands.findLast(({ instructions }) =>
          instructions.some((one) => one.issueId === id),
        )
        const decision = known.find((one) => one.id === id)?.decision
        return { id, issueId, remand, decision }
      })
      const remand = issues.find((one) => one.remand)?.remand
      const instructions = issues.flatMap(({ id, issueId, remand, decision }) => {
        const given = remand
          ? remand.instructions.filter((one) => one.issueId === id)
          : [
              ...(decision?.instructions ?? []),
              ...(decision?.reasons ?? []).map((one) => asInstruction(one, profile)),
            ]
        const texts = given.length > 0 ? given : [{ text: shared.why }]
        return texts.map((one, index) => {
          const { text, reason, timing } = one as { text: string; reason?: string; timing?: string }
          return { id: `${issueId}-${index + 1}`, issueId, text, ...withoutUndefined({ reason, timing }) }
        })
      })
      const at = facts?.uploadedAt ?? call().at.toISOString()
      const data = {
        remandId: derivedId('remand', { id: linkedCaseId, at }, 'linked'),
        issueIds: shared.issues.map(({ as }) => as),
        to: remand?.to ?? placeOf(profile),
        ...withoutUndefined({ adjudicator: remand?.adjudicator ?? (await signerOf(caseId)) }),
        instructions,
      }
      await execute(
        remands,
        call(),
        { type: 'awaitRemand', caseId: linkedCaseId, remands: [data] },
        () => null,
      )
    }

    /** Its checklist goes along with an issue that is split off before it is decided again. */
    async function bringRemands() {
      const facts = await returnedRemands(db, { from: caseId, to: linkedCaseId, shared })
      if (facts.length === 0) return
      await execute(remands, call(), { type: 'bringRemands', caseId: linkedCaseId, facts }, () => null)
    }

    /** Whether a court's remand is about what was split off. */
    async function isOfCourt(): Promise<boolean> {
      return (await readRemands(db, linkedCaseId)).remands.some((remand) => remand.kind === 'court')
    }

    async function signerOf(id: string): Promise<Actor | undefined> {
      const signed = (await listWorkProducts(db, id)).find((product) => product.signed)
      return signed?.signed?.by
    }

    async function receiveFromCourt(mandate: NonNullable<SharedContent['mandate']>) {
      const { documentId, court, mandateOn, instructions = [shared.why] } = mandate
      const taken = shared.documents.find(({ id }) => id === documentId)?.as ?? documentId
      const [row] = await db.rows<{ type: string | null; at: Date }>(
        `select d.document_type as type, c.opened_at as at from documents d join cases c using (case_id)
         where d.case_id = $1 and d.document_id = $2`,
        [linkedCaseId, taken],
      )
      const at = (row?.at ?? call().at).toISOString()
      const command = {
        type: 'receiveFromCourt' as const,
        caseId: linkedCaseId,
        remandId: derivedId('remand', { id: linkedCaseId, at }, 'mandate'),
        documentType: row?.type ?? undefined,
        documentId: taken,
        mandateOn,
        ...withoutUndefined({ court }),
        issueIds: shared.issues.map(({ as }) => as),
        instructions: instructions.map((text) => ({ text })),
        why: shared.why,
      }
      await execute(remands, call(), command, () => null).catch(unlessDone)
    }

    async function takeOverMail() {
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
  }
}

function asInstruction({ reason, timing }: { reason: string; timing?: string }, { reasonGroups }: Profile) {
  const words = reasonGroups.flatMap((group) => group.reasons)
  const text = words.find(({ name }) => name === reason)?.label ?? reason
  return { text, reason, ...withoutUndefined({ timing }) }
}

const elsewhere = { name: 'elsewhere', label: 'Where the decision under appeal was made' }

function placeOf({ remands: words }: Profile): { name: string; label: string } {
  const place = words?.places.find(({ benefitTypes }) => benefitTypes === undefined) ?? words?.places[0]
  return place ? { name: place.name, label: place.label } : elsewhere
}

function unlessDone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'conflict') return null
  throw error
}

function unlessRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

async function docketOf(
  db: Queryable,
  caseId: string,
): Promise<{ docket: string; docketDate: string } | undefined> {
  const [row] = await db.rows<{ docket: string; docketDate: string }>(
    `select docket, docket_date::text as "docketDate" from case_work where case_id = $1 and docket is not null`,
    [caseId],
  )
  return row
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
