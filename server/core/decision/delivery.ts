import type { DeliveryFailure, Receipt } from '@portico/contract/deliveries'
import { isSame } from '../kernel/chain.ts'
import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { ObligationName } from './dead-letter.ts'

type OfDelivery = { caseId: string; deliveryId: string }

export type DeliveryCommand =
  | { type: 'oweDeliveries'; caseId: string; workProductId: string; released: { id: string; at: string } }
  | { type: 'withdrawDeliveries'; caseId: string; workProductId: string; why: string }
  | ({ type: 'receiptDelivery'; obligationId?: string } & OfDelivery & Receipt)
  | ({ type: 'failDelivery' } & OfDelivery & DeliveryFailure & Partial<ObligationName>)

/** With the obligation of the failed binding, since another binding may fail with the same words. */
type Reported = DeliveryFailure & { obligationId?: string }

type Delivery = {
  id: string
  workProductId: string
  partyId: string
  status: 'owed' | 'failed' | 'receipted' | 'withdrawn'
  receipts: Receipt[]
  failures: Reported[]
}

export type DeliveriesState = {
  recipients: Record<string, string[]>
  /** Recalled decisions. */
  recalled: string[]
  deliveries: Delivery[]
}

/** The deliveries that decisions require; each has an open task until it has a receipt. */
export const deliveries: Decider<DeliveryCommand, DeliveriesState> = {
  name: 'deliveries',
  needs: {
    oweDeliveries: null,
    withdrawDeliveries: null,
    receiptDelivery: 'recordDeliveries',
    failDelivery: 'recordDeliveries',
  },
  stateVersion: 4,
  reads: () => ({
    types: [
      'workProduct.signed',
      'workProduct.recalled',
      'delivery.owed',
      'delivery.receipted',
      'delivery.failed',
      'delivery.withdrawn',
    ],
  }),
  initial: { recipients: {}, recalled: [], deliveries: [] },

  evolve(state, event) {
    switch (event.type) {
      case 'workProduct.signed': {
        const { workProductId, recipients } = event.data
        return { ...state, recipients: { ...state.recipients, [workProductId]: recipients } }
      }
      case 'workProduct.recalled':
        return { ...state, recalled: [...state.recalled, event.data.workProductId] }
      case 'delivery.owed': {
        const { deliveryId: id, workProductId, partyId } = event.data
        const owed: Delivery = { id, workProductId, partyId, status: 'owed', receipts: [], failures: [] }
        return { ...state, deliveries: [...state.deliveries, owed] }
      }
      case 'delivery.receipted':
        return withChange(state, event.data.deliveryId, ({ receipts }) => ({
          status: 'receipted',
          receipts: [...receipts, receiptIn(event.data)],
        }))
      case 'delivery.failed':
        return withChange(state, event.data.deliveryId, ({ failures }) => ({
          status: 'failed',
          failures: [...failures, failureIn(event.data)],
        }))
      case 'delivery.withdrawn':
        return withChange(state, event.data.deliveryId, () => ({ status: 'withdrawn' }))
      default:
        return state
    }
  },

  decide(command, state): Fact[] {
    switch (command.type) {
      case 'oweDeliveries': {
        const { workProductId, released } = command
        if (state.deliveries.some((delivery) => delivery.workProductId === workProductId)) return []
        return (state.recipients[workProductId] ?? []).map((partyId) => {
          const deliveryId = derivedId('delivery', released, partyId)
          return { type: 'delivery.owed', subject: deliveryId, data: { deliveryId, workProductId, partyId } }
        })
      }
      case 'withdrawDeliveries': {
        const { workProductId, why } = command
        const open = state.deliveries.filter(
          (delivery) =>
            delivery.workProductId === workProductId &&
            (delivery.status === 'owed' || delivery.status === 'failed'),
        )
        return open.map((delivery) => ({
          type: 'delivery.withdrawn',
          subject: delivery.id,
          data: { ...subjectOf(delivery), why },
        }))
      }
      case 'receiptDelivery': {
        const delivery = findDelivery(state, command.deliveryId)
        const receipt = receiptIn(command)
        if (delivery.receipts.some((earlier) => isSame(earlier, receipt))) return []
        refuseWithdrawn(delivery)
        const obligation = withoutUndefined({ obligationId: command.obligationId })
        const data = { ...subjectOf(delivery), ...receipt, ...obligation }
        return [{ type: 'delivery.receipted', subject: delivery.id, data }]
      }
      case 'failDelivery': {
        const delivery = findDelivery(state, command.deliveryId)
        const failure = failureIn(command)
        if (isRepeated(failure, delivery)) return []
        // A failure would make it due again, but it must not be sent.
        if (state.recalled.includes(delivery.workProductId)) throw new Refusal('stateForbids', nothingOwed)
        refuseWithdrawn(delivery)
        const { port, binding, call } = command
        const data = { ...subjectOf(delivery), ...withoutUndefined({ port, binding, call }), ...failure }
        return [{ type: 'delivery.failed', subject: delivery.id, data }]
      }
    }
  },
}

/** Without a time, an identical report counts as a repeat only until something is sent again; after that it is a new bounce. */
function isRepeated(failure: Reported, { status, failures }: Delivery): boolean {
  const isKnown = failures.some((earlier) => isSame(earlier, failure))
  return isKnown && (failure.failedAt !== undefined || status !== 'receipted')
}

const receiptIn = ({ channel, destination, sentAt, tracking }: Receipt): Receipt => ({
  channel,
  sentAt,
  ...withoutUndefined({ destination, tracking }),
})

const failureIn = ({ why, channel, destination, failedAt, obligationId }: Reported): Reported => ({
  why,
  ...withoutUndefined({ channel, destination, failedAt, obligationId }),
})

function withChange(
  state: DeliveriesState,
  deliveryId: string,
  change: (delivery: Delivery) => Partial<Delivery>,
): DeliveriesState {
  const deliveries = state.deliveries.map((delivery) =>
    delivery.id === deliveryId ? { ...delivery, ...change(delivery) } : delivery,
  )
  return { ...state, deliveries }
}

const nothingOwed = 'This delivery is no longer due: the decision was recalled.'

function refuseWithdrawn({ status }: Delivery) {
  if (status !== 'withdrawn') return
  throw new Refusal('stateForbids', nothingOwed)
}

function subjectOf({ id, workProductId, partyId }: Delivery) {
  return { deliveryId: id, workProductId, partyId }
}

function findDelivery({ deliveries }: DeliveriesState, deliveryId: string): Delivery {
  const delivery = deliveries.find(({ id }) => id === deliveryId)
  if (!delivery) throw new Refusal('notFound', 'There is no such delivery in this case.')
  return delivery
}
