import { derivedId } from './ids.ts'
import { type Decider, type Fact, Refusal } from './kernel.ts'

export type DeliveryCommand =
  | { type: 'oweDeliveries'; caseId: string; workProductId: string; released: { id: string; at: string } }
  | { type: 'withdrawDeliveries'; caseId: string; workProductId: string; why: string }
  | {
      type: 'receiptDelivery'
      caseId: string
      deliveryId: string
      channel: string
      sentAt: string
      tracking?: string
    }
  | { type: 'failDelivery'; caseId: string; deliveryId: string; why: string }

type Delivery = {
  id: string
  workProductId: string
  partyId: string
  status: 'owed' | 'failed' | 'receipted' | 'withdrawn'
}

export type DeliveriesState = { recipients: Record<string, string[]>; deliveries: Delivery[] }

/** What decisions owe to their recipients: each is receipted, or somebody has a task until it is. */
export const deliveries: Decider<DeliveryCommand, DeliveriesState> = {
  name: 'deliveries',
  stateVersion: 1,
  reads: () => ({
    types: [
      'workProduct.signed',
      'delivery.owed',
      'delivery.receipted',
      'delivery.failed',
      'delivery.withdrawn',
    ],
  }),
  initial: { recipients: {}, deliveries: [] },

  evolve(state, event) {
    switch (event.type) {
      case 'workProduct.signed': {
        const { workProductId, recipients } = event.data
        return { ...state, recipients: { ...state.recipients, [workProductId]: recipients } }
      }
      case 'delivery.owed': {
        const { deliveryId: id, workProductId, partyId } = event.data
        const owed: Delivery = { id, workProductId, partyId, status: 'owed' }
        return { ...state, deliveries: [...state.deliveries, owed] }
      }
      case 'delivery.receipted':
        return become(state, event.data.deliveryId, 'receipted')
      case 'delivery.failed':
        return become(state, event.data.deliveryId, 'failed')
      case 'delivery.withdrawn':
        return become(state, event.data.deliveryId, 'withdrawn')
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
          (delivery) => delivery.workProductId === workProductId && isOpen(delivery),
        )
        return open.map((delivery) => ({
          type: 'delivery.withdrawn',
          subject: delivery.id,
          data: { ...named(delivery), why },
        }))
      }
      case 'receiptDelivery': {
        const delivery = found(state, command.deliveryId)
        if (delivery.status === 'receipted') return []
        if (delivery.status === 'withdrawn') {
          throw new Refusal('stateForbids', 'Nothing is owed there any more: the decision was recalled.')
        }
        const { channel, sentAt, tracking } = command
        const data = { ...named(delivery), channel, sentAt, ...(tracking === undefined ? {} : { tracking }) }
        return [{ type: 'delivery.receipted', subject: delivery.id, data }]
      }
      case 'failDelivery': {
        const delivery = found(state, command.deliveryId)
        if (!isOpen(delivery) || delivery.status === 'failed') return []
        const data = { ...named(delivery), why: command.why }
        return [{ type: 'delivery.failed', subject: delivery.id, data }]
      }
    }
  },
}

function become(state: DeliveriesState, deliveryId: string, status: Delivery['status']): DeliveriesState {
  const deliveries = state.deliveries.map((delivery) =>
    delivery.id === deliveryId ? { ...delivery, status } : delivery,
  )
  return { ...state, deliveries }
}

const isOpen = ({ status }: Delivery) => status === 'owed' || status === 'failed'

function named({ id, workProductId, partyId }: Delivery) {
  return { deliveryId: id, workProductId, partyId }
}

function found({ deliveries }: DeliveriesState, deliveryId: string): Delivery {
  const delivery = deliveries.find(({ id }) => id === deliveryId)
  if (!delivery) throw new Refusal('notFound', 'There is no such delivery in this case.')
  return delivery
}
