import type { DecisionPackage, Recipient } from '@portico/contract/decision-package'
import type { Delivery } from '@portico/contract/deliveries'
import type { FileRef } from '@portico/contract/ports/kit'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import { type Cancelled, cancelled, type PortParts } from '../delivery/bindings/serve-port.ts'

const reader = { id: '', teams: [], audience: 'administration' as const, curates: true }

/** A signed decision as an adapter is given it; cancelled where it was recalled. */
export async function outcomeOf(
  { portico }: PortParts<'workProducts'>,
  caseId: string,
  workProductId: string,
) {
  const decision = await portico.workProducts.decisionPackage(caseId, reader, workProductId)
  const { file, package: signed, status } = decision
  if (status === 'recalled') return cancelled('The decision was recalled.')
  const pdf = { name: 'decision.pdf', mediaType: 'application/pdf' }
  const files: FileRef[] = file ? [{ ...pdf, size: file.bytes, sha256: file.sha256 }] : []
  const { docketNumber } = signed.case
  return { caseId, docketNumber, workProductId, package: sentPackage(signed), files }
}

/** Without what its declaration does not promise: warnings to the signer, what was done in the place of others, and who has read what. */
function sentPackage({ warnings: _, overrides: __, manifest, ...sent }: DecisionPackage) {
  return { ...sent, manifest: manifest.map(({ readBy: ___, ...document }) => document) }
}

export type Outcome = Exclude<Awaited<ReturnType<typeof outcomeOf>>, Cancelled>

export function recipientOf({ recipients }: Pick<DecisionPackage, 'recipients'>, partyId: string): Recipient {
  const recipient = recipients.find((recipient) => recipient.partyId === partyId)
  if (!recipient) throw new Refusal('notFound', 'The decision has no such recipient.')
  return recipient
}

/** What a recall is about: the decision, and where it went; cancelled where nothing of it has gone to the binding. */
export async function recallOf(
  { db, portico }: PortParts<'deliveries' | 'workProducts'>,
  { binding, caseId }: { binding: string; caseId: string },
  workProductId: string,
) {
  const owed = (await portico.deliveries.list(caseId)).filter((one) => one.workProductId === workProductId)
  const subjects = [workProductId, ...owed.map(({ id }) => id)]
  if (!(await hasGone(db, { binding, caseId, subjects }))) return cancelled('Nothing of it was sent.')
  const { package: signed } = await portico.workProducts.decisionPackage(caseId, reader, workProductId)
  const deliveries = owed.map(({ id, partyId, receipts }) => ({
    deliveryId: id,
    partyId,
    receipts: receipts.map(sent),
  }))
  return { caseId, docketNumber: signed.case.docketNumber, workProductId, deliveries }
}

/** Whether anything about these was sent to a binding, or may have been. */
async function hasGone(db: Database, of: { binding: string; caseId: string; subjects: string[] }) {
  const [row] = await db.rows<{ hasGone: boolean }>(
    `select exists (
       select from obligations
       where port = 'output' and binding = $1 and case_id = $2 and subject = any($3) and call <> 'recall'
         and attempts > 0) as "hasGone"`,
    [of.binding, of.caseId, of.subjects],
  )
  return row?.hasGone === true
}

const sent = ({ recordedAt: _, binding: __, ...receipt }: Delivery['receipts'][number]) => receipt
