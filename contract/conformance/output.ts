import type { Recipient } from '../decision-package.ts'
import type { InputOf } from '../ports/kit.ts'
import { output } from '../ports/output.ts'
import { changesNothing, countAdded, counted } from './effects.ts'
import { defineConformance } from './kit.ts'
import { sampleFile } from './sample-file.ts'
import { Broken, Skipped } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'
const sha256 = sampleFile.sha256
const signer = { id: 'member_1', name: 'ada', kind: 'person' as const }

const recipient: Recipient = {
  partyId: 'party_{id}',
  role: 'appellant',
  name: 'Maria Lindqvist',
  person: { firstName: 'Maria', lastName: 'Lindqvist' },
  contact: {
    addresses: [
      { lines: ['12 Harbor Street'], city: 'Salem', region: 'OR', postalCode: '97301', country: 'US' },
    ],
    emails: ['maria@example.org'],
  },
}

const decisionPackage: InputOf<typeof output, 'prepare'>['package'] = {
  format: 'portico.decision/1',
  case: {
    id: 'case_{id}',
    docketNumber: '240319-100482',
    caseType: 'appeal',
    veteran: { firstName: 'Maria', lastName: 'Lindqvist' },
    receiptDate: '2024-03-19',
    version: 41,
    hash: sha256,
  },
  profile: { name: 'default', label: 'Default' },
  workProduct: {
    id: 'wp_{id}',
    title: 'Decision',
    version: 3,
    contentSha256: sha256,
    draftedBy: signer,
    draftedAt: at,
  },
  signature: { by: signer, name: 'Ada Byron', at },
  sections: [{ part: 'opening', content: [] }],
  dispositions: [
    {
      issueId: 'issue_1',
      number: 1,
      issueType: { name: 'serviceConnection', label: 'Service connection' },
      disposition: { name: 'allowed', label: 'Allowed' },
      reasons: [],
      decidedAt: at,
      evidence: [],
    },
  ],
  citations: [],
  recipients: [recipient],
  manifest: [],
}

const decision = { caseId: 'case_{id}', docketNumber: '240319-100482', workProductId: 'wp_{id}' }
const outcome = { ...decision, package: decisionPackage, files: [sampleFile] }
const sent = { channel: 'mail', destination: '12 Harbor Street, Salem', sentAt: at, tracking: 'T-1' }

export const outputLaws = defineConformance({
  port: output,
  samples: {
    prepare: outcome,
    deliver: { ...outcome, deliveryId: 'dlv_{id}', recipient },
    effectuate: outcome,
    recall: {
      ...decision,
      why: 'The wrong claimant was named.',
      deliveries: [{ deliveryId: 'dlv_{id}', partyId: 'party_{id}', receipts: [sent] }],
    },
  },
  after: { recall: { call: 'deliver', adds: () => ({}) } },
  facts: {
    receipt: { deliveryId: 'dlv_1', ...sent },
    bounce: { deliveryId: 'dlv_1', why: 'Moved, no forwarding address.', failedAt: at },
    effectuated: { workProductId: 'wp_1', at },
    effectuationFailed: { workProductId: 'wp_1', why: 'The award is locked.', failedAt: at },
  },
  laws: [
    {
      name: 'recipientsApart',
      says: 'Each recipient of a decision gets a delivery of their own.',
      async check(trial) {
        const adapter = await trial.adapter()
        const input = await trial.input(adapter, 'deliver')
        const one = await countAdded(trial, () => trial.call(adapter, 'deliver', input))
        const other = {
          ...input,
          deliveryId: `${input.deliveryId}b`,
          recipient: { ...input.recipient, partyId: `${input.recipient.partyId}b`, name: 'Nils Lindqvist' },
        }
        const two = await countAdded(trial, () => trial.call(adapter, 'deliver', other))
        if (one === 0) throw new Broken('A delivery has no effect.')
        if (two !== one) throw new Broken(`The second recipient has ${counted(two)} instead of ${one}.`)
      },
    },
    {
      name: 'recalled',
      says: 'A delivery that was recalled is not sent afterwards.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'recall')) throw new Skipped('It does not declare recall.')
        const deliver = await trial.input(adapter, 'deliver')
        const { deliveryId, recipient, caseId, docketNumber, workProductId } = deliver
        await trial.call(adapter, 'recall', {
          ...{ caseId, docketNumber, workProductId, why: 'The wrong claimant was named.' },
          deliveries: [{ deliveryId, partyId: recipient.partyId, receipts: [] }],
        })
        await changesNothing(trial, 'A late deliver', () =>
          trial.call(adapter, 'deliver', deliver).catch(() => {}),
        )
      },
    },
  ],
})
