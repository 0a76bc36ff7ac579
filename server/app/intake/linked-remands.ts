import type { Actor } from '@portico/contract/envelope'
import type { SharedContent } from '@portico/contract/links'
import type { Profile } from '@portico/contract/profile'
import { remands } from '../../core/decision/remand.ts'
import { derivedId } from '../../core/kernel/ids.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { findCase } from '../../projections/cases.ts'
import { listIssues } from '../../projections/issues.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Database } from '../../store/db.ts'
import { readRemands } from '../decisions/read-remands.ts'
import { type LinkedCase, unlessDone } from './linked-case.ts'
import { returnedRemands } from './returned-remands.ts'

/** Has the linked case await the work that was sent back, as the case that it comes from knows it. */
export async function awaitWork({
  db,
  execute,
  profileFor,
  caseId,
  linkedCaseId,
  shared,
  call,
}: LinkedCase): Promise<void> {
  const [sent, from, facts] = await Promise.all([
    readRemands(db, caseId),
    listIssues(db, caseId),
    findCase(db, linkedCaseId),
  ])
  const known = [...from.issues, ...from.past]
  const profile = await profileFor(db)
  const issues = shared.issues.map(({ id, as: issueId }) => {
    const remand = sent.remands.findLast(({ instructions }) =>
      instructions.some((instruction) => instruction.issueId === id),
    )
    const decision = known.find((issue) => issue.id === id)?.decision
    return { id, issueId, remand, decision }
  })
  const remand = issues.find(({ remand }) => remand)?.remand
  const instructions = issues.flatMap(({ id, issueId, remand, decision }) => {
    const given = remand
      ? remand.instructions.filter((instruction) => instruction.issueId === id)
      : [
          ...(decision?.instructions ?? []),
          ...(decision?.reasons ?? []).map((reason) => asInstruction(reason, profile)),
        ]
    const texts = given.length > 0 ? given : [{ text: shared.why }]
    return texts.map((instruction: { text: string; reason?: string; timing?: string }, index) => {
      const { text, reason, timing } = instruction
      return { id: `${issueId}-${index + 1}`, issueId, text, ...withoutUndefined({ reason, timing }) }
    })
  })
  const at = facts?.uploadedAt ?? call().at.toISOString()
  const data = {
    remandId: derivedId('remand', { id: linkedCaseId, at }, 'linked'),
    issueIds: shared.issues.map(({ as }) => as),
    to: remand?.to ?? placeOf(profile),
    ...withoutUndefined({ adjudicator: remand?.adjudicator ?? (await signerOf(db, caseId)) }),
    instructions,
  }
  await execute(remands, call(), { type: 'awaitRemand', caseId: linkedCaseId, remands: [data] }, () => null)
}

async function signerOf(db: Database, id: string): Promise<Actor | undefined> {
  const signed = (await listWorkProducts(db, id)).find((product) => product.signed)
  return signed?.signed?.by
}

/** Its checklist goes along with an issue that is split off before it is decided again. */
export async function bringRemands({
  db,
  execute,
  caseId,
  linkedCaseId,
  shared,
  call,
}: LinkedCase): Promise<void> {
  const facts = await returnedRemands(db, { from: caseId, to: linkedCaseId, shared })
  if (facts.length === 0) return
  await execute(remands, call(), { type: 'bringRemands', caseId: linkedCaseId, facts }, () => null)
}

export async function receiveFromCourt(
  mandate: NonNullable<SharedContent['mandate']>,
  { db, execute, linkedCaseId, shared, call }: LinkedCase,
): Promise<void> {
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
