import type { Delivery } from '@portico/contract/deliveries'
import type { FactOf } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import { deliveries } from '../../core/decision/delivery.ts'
import { effectuation } from '../../core/decision/effectuation.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { findDeliveryCase } from '../../projections/deliveries.ts'
import { findWorkProductCase } from '../../projections/work-products.ts'
import { type Heard, type HeardParts, unmatched } from '../delivery/bindings/serve-port.ts'

type Fact<Name extends keyof (typeof output)['tells']> = FactOf<typeof output, Name>

/**
 * Only who was called to deliver knows of a delivery: to any other binding it is one that there is not. A receipt that
 * is told after the bounce that followed it is history: nothing was sent again.
 */
export async function hearReceipt(fact: Fact<'receipt'>, parts: HeardParts<'deliveries'>): Promise<Heard> {
  const found = await findDelivery(fact.deliveryId, parts)
  if (!found) return noDelivery
  const { caseId, delivery } = found
  const isHistory =
    delivery.status === 'failed' &&
    delivery.failures.some(
      (failure) => concern(failure, fact) && isBefore(fact.sentAt, known(failure, failure.failedAt)),
    )
  const of = { caseId, call: 'deliver', subject: fact.deliveryId }
  const obligationId = await parts.obligationOf(of)
  if (obligationId === undefined) return noDelivery
  if (isHistory) return { caseId, commands: [] }
  const command = { type: 'receiptDelivery', caseId, ...fact, obligationId } as const
  return { caseId, commands: [reaction(deliveries, command)], settles: { ...of, as: 'delivered' } }
}

/** A bounce that is told after it was sent anew is history too. */
export async function hearBounce(fact: Fact<'bounce'>, parts: HeardParts<'deliveries'>): Promise<Heard> {
  const found = await findDelivery(fact.deliveryId, parts)
  if (!found) return noDelivery
  const { caseId, delivery } = found
  const isHistory =
    delivery.status === 'receipted' &&
    delivery.receipts.length > 1 &&
    delivery.receipts.some(
      (receipt) => concern(receipt, fact) && isBefore(fact.failedAt, known(receipt, receipt.sentAt)),
    )
  const of = { caseId, call: 'deliver', subject: fact.deliveryId }
  const obligationId = await parts.obligationOf(of)
  if (obligationId === undefined) return noDelivery
  if (isHistory) return { caseId, commands: [] }
  const at = { obligationId, port: output.name, binding: parts.binding, call: of.call }
  const command = { type: 'failDelivery', caseId, ...fact, ...at } as const
  return { caseId, commands: [reaction(deliveries, command)], settles: { ...of, as: 'failed' } }
}

export async function hearEffectuated(
  fact: Fact<'effectuated'>,
  parts: HeardParts<'deliveries'>,
): Promise<Heard> {
  const { workProductId, at: completedAt } = fact
  return hearEffect(workProductId, { result: 'completed', completedAt }, parts)
}

export async function hearFailure(
  fact: Fact<'effectuationFailed'>,
  parts: HeardParts<'deliveries'>,
): Promise<Heard> {
  const { workProductId, why, failedAt } = fact
  return hearEffect(workProductId, { result: 'failed', why, failedAt }, parts)
}

type Report =
  | { result: 'completed'; completedAt: string }
  | { result: 'failed'; why: string; failedAt: string }

/** What failed can be sent again: the ledger has it as a dead letter, and the case its own task. */
async function hearEffect(
  workProductId: string,
  report: Report,
  parts: HeardParts<'deliveries'>,
): Promise<Heard> {
  const caseId = parts.caseId ?? (await findWorkProductCase(parts.db, workProductId))
  if (caseId === undefined || !(await hasDecision({ caseId, workProductId }, parts)))
    return unmatched('There is no decision with this workProductId.')
  const command = { type: 'reportEffectuation', caseId, workProductId, ...report } as const
  const as = report.result === 'completed' ? 'delivered' : 'failed'
  const settles = { call: 'effectuate', subject: workProductId, as } as const
  return { caseId, commands: [reaction(effectuation, command)], settles }
}

/** Whether the binding was called with a decision: to be prepared, effected, or delivered to anyone. */
async function hasDecision(
  { caseId, workProductId }: { caseId: string; workProductId: string },
  { obligationOf, portico }: HeardParts<'deliveries'>,
): Promise<boolean> {
  const delivered = (await portico.deliveries.list(caseId)).filter(
    (one) => one.workProductId === workProductId,
  )
  const calls = [
    ...['effectuate', 'prepare'].map((call) => ({ call, subject: workProductId })),
    ...delivered.map(({ id }) => ({ call: 'deliver', subject: id })),
  ]
  for (const call of calls) if ((await obligationOf({ caseId, ...call })) !== undefined) return true
  return false
}

const noDelivery = unmatched('There is no delivery with this deliveryId.')

async function findDelivery(
  deliveryId: string,
  { db, portico, caseId: given }: HeardParts<'deliveries'>,
): Promise<{ caseId: string; delivery: Delivery } | undefined> {
  const caseId = given ?? (await findDeliveryCase(db, deliveryId))
  const delivery =
    caseId === undefined
      ? undefined
      : (await portico.deliveries.list(caseId)).find(({ id }) => id === deliveryId)
  return caseId !== undefined && delivery ? { caseId, delivery } : undefined
}

type At = { channel?: string; destination?: string }

/** Whether two reports are of one place, as far as they say where. */
const concern = (one: At, other: At) =>
  (['channel', 'destination'] as const).every(
    (field) => one[field] === undefined || other[field] === undefined || one[field] === other[field],
  )

/** When something happened: not later than it was known, whatever it says of itself. */
const known = ({ recordedAt }: { recordedAt: string }, at: string | undefined) =>
  at !== undefined && isBefore(recordedAt, at) ? recordedAt : at

const isBefore = (one: string, other: string | undefined) =>
  other !== undefined && Date.parse(one) < Date.parse(other)
