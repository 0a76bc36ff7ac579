import { output } from '@portico/contract/ports/output'
import { deliveries } from '../../core/decision/delivery.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { cancelled, servePort, unmatched } from '../delivery/serve-port.ts'
import { outcomeOf, recipientOf } from './outcome.ts'

export const outputPort = servePort(output, {
  baseline: 'The decision package is served at GET /cases/{id}/decision-package, to be polled.',
  owes: { 'delivery.owed': ({ data }) => [{ recipient: data.partyId }] },
  input: {
    async prepare({ caseId, event }, parts) {
      return outcomeOf(parts, caseId, event.data.workProductId)
    },
    async deliver({ caseId, event: { data } }, parts) {
      const { deliveryId, workProductId, partyId } = data
      const owed = await parts.portico.deliveries.list(caseId)
      const status = owed.find(({ id }) => id === deliveryId)?.status
      if (status === 'withdrawn') return cancelled('The decision was recalled.')
      const outcome = await outcomeOf(parts, caseId, workProductId)
      return { ...outcome, deliveryId, recipient: recipientOf(outcome.package, partyId) }
    },
    async effectuate({ caseId, event }, parts) {
      return outcomeOf(parts, caseId, event.data.workProductId)
    },
    async recall() {
      return cancelled('Not served yet.')
    },
  },
  answered: {
    deliver({ caseId, event }, { receipt }) {
      const { deliveryId } = event.data
      if (!receipt) return { isReceiptToCome: true }
      return {
        commands: [reaction(deliveries, { type: 'receiptDelivery', caseId, deliveryId, ...receipt })],
      }
    },
  },
  heard: {
    receipt: async () => unmatched('Not served yet.'),
    bounce: async () => unmatched('Not served yet.'),
    effectuated: async () => unmatched('Not served yet.'),
    effectuationFailed: async () => unmatched('Not served yet.'),
  },
})
