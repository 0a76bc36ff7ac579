import type { Delivery } from '@portico/contract/deliveries'
import type { FactOf } from '@portico/contract/ports/kit'
import type { output } from '@portico/contract/ports/output'
import { deliveries } from '../../core/decision/delivery.ts'
import { effectuation } from '../../core/decision/effectuation.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { findDeliveryCase } from '../../projections/deliveries.ts'
import { findWorkProductCase } from '../../projections/work-products.ts'
import { type Heard, type PortParts, unmatched } from '../delivery/serve-port.ts'

type Parts = PortParts & { caseId?: string }
type Fact<Name extends keyof (typeof output)['tells']> = FactOf<typeof output, Name>

/** A receipt that is told after the bounce that followed it is history: nothing was sent again. */
export async function hearReceipt(fact: Fact<'receipt'>, parts: Parts): Promise<Heard> {
  const found = await findDelivery(fact.deliveryId, parts)
  if (!found) return noDelivery
  const { caseId, delivery } = found
  const isHistory =
    delivery.status === 'failed' &&
    delivery.failures.some((failure) => concern(failure, fact) && isBefore(fact.sentAt, failure.failedAt))
  const command = { type: 'receiptDelivery', caseId, ...fact } as const
  const settles = { call: 'deliver', subject: fact.deliveryId, as: 'delivered' } as const
  return { caseId, commands: isHistory ? [] : [reaction(deliveries, command)], settles }
}

/** A bounce that is told after it was sent anew is history too. */
export async function hearBounce(fact: Fact<'bounce'>, parts: Parts): Promise<Heard> {
  const found = await findDelivery(fact.deliveryId, parts)
  if (!found) return noDelivery
  const { caseId, delivery } = found
  const isHistory =
    delivery.status === 'receipted' &&
    delivery.receipts.length > 1 &&
    delivery.receipts.some((receipt) => concern(receipt, fact) && isBefore(fact.failedAt, receipt.sentAt))
  if (isHistory) return { caseId, commands: [] }
  return { caseId, commands: [reaction(deliveries, { type: 'failDelivery', caseId, ...fact })] }
}

export async function hearEffectuated(fact: Fact<'effectuated'>, parts: Parts): Promise<Heard> {
  const { workProductId, at: completedAt } = fact
  return hearEffect(workProductId, { result: 'completed', completedAt }, parts)
}

export async function hearFailure(fact: Fact<'effectuationFailed'>, parts: Parts): Promise<Heard> {
  const { workProductId, why, failedAt } = fact
  return hearEffect(workProductId, { result: 'failed', why, failedAt }, parts)
}

type Report =
  | { result: 'completed'; completedAt: string }
  | { result: 'failed'; why: string; failedAt: string }

/** The other side has said what became of it, one way or the other: what was owed to it is done. */
async function hearEffect(workProductId: string, report: Report, { db, ...parts }: Parts): Promise<Heard> {
  const caseId = parts.caseId ?? (await findWorkProductCase(db, workProductId))
  if (caseId === undefined) return unmatched('There is no decision with this workProductId.')
  const command = { type: 'reportEffectuation', caseId, workProductId, ...report } as const
  const settles = { call: 'effectuate', subject: workProductId, as: 'delivered' } as const
  return { caseId, commands: [reaction(effectuation, command)], settles }
}

const noDelivery = unmatched('There is no delivery with this deliveryId.')

async function findDelivery(
  deliveryId: string,
  { db, portico, caseId: given }: Parts,
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

const isBefore = (one: string, other: string | undefined) =>
  other !== undefined && Date.parse(one) < Date.parse(other)
