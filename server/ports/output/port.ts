import { output } from '@portico/contract/ports/output'
import { deliveries } from '../../core/decision/delivery.ts'
import { effectuation } from '../../core/decision/effectuation.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { Cancelled, servePort } from '../delivery/bindings/serve-port.ts'
import { hearBounce, hearEffectuated, hearFailure, hearReceipt } from './heard.ts'
import { outcomeOf, recallOf, recipientOf } from './outcome.ts'

export const outputPort = servePort(output, {
  needs: ['deliveries', 'workProducts'],
  baseline: 'The decision package is served at GET /cases/{id}/decision-package, to be polled.',
  adapters: adaptersIn(import.meta.dirname),
  owes: { 'delivery.owed': ({ data }) => [{ recipient: data.partyId }] },

  byHand: ['recall'],

  moots: {
    'workProduct.recalled': ({ data: { workProductId } }) => ({
      calls: ['prepare', 'deliver', 'effectuate'],
      of: { workProductId },
      why: 'The decision was recalled.',
      undoneBy: 'recall',
    }),
  },

  input: {
    prepare: ({ caseId, event }, parts) => outcomeOf(parts, caseId, event.data.workProductId),

    async deliver({ caseId, event: { data } }, parts) {
      const { deliveryId, workProductId, partyId } = data
      const outcome = await outcomeOf(parts, caseId, workProductId)
      if (outcome instanceof Cancelled) return outcome
      return { ...outcome, deliveryId, recipient: recipientOf(outcome.package, partyId) }
    },

    effectuate: ({ caseId, event }, parts) => outcomeOf(parts, caseId, event.data.workProductId),

    async recall({ event: { data }, ...due }, parts) {
      const recall = await recallOf(parts, due, data.workProductId)
      return recall instanceof Cancelled ? recall : { ...recall, why: data.why }
    },
  },

  answered: {
    deliver({ id: obligationId, caseId, event: { data } }, { receipt }) {
      if (!receipt) return { isReceiptToCome: true }
      const { deliveryId } = data
      const command = { type: 'receiptDelivery', caseId, deliveryId, obligationId, ...receipt } as const
      return { commands: [reaction(deliveries, command)] }
    },

    effectuate({ caseId, event: { data } }, { result }) {
      if (!result) return { isReceiptToCome: true }
      const { workProductId } = data
      const command = { type: 'reportEffectuation', caseId, workProductId, result } as const
      return { commands: [reaction(effectuation, command)] }
    },
  },

  gaveUp: {
    /** The recipient is owed it anew, and somebody has a task. */
    deliver({ id, binding, caseId, event: { data } }, { why, at }) {
      const of = { obligationId: id, port: output.name, binding, call: 'deliver' }
      const { deliveryId } = data
      const failedAt = at.toISOString()
      const failure = { why: why.slice(0, 2000), failedAt }
      return [reaction(deliveries, { type: 'failDelivery', caseId, deliveryId, ...of, ...failure })]
    },
  },

  heard: {
    receipt: hearReceipt,
    bounce: hearBounce,
    effectuated: hearEffectuated,
    effectuationFailed: hearFailure,
  },
})
