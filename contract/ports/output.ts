import { DecisionPackage, ManifestEntry, Recipient } from '../decision-package.ts'
import Type from '../type.ts'
import { bounced, happened, Sent, strict, why } from './fields.ts'
import { definePort, FileRef } from './kit.ts'

const deliveryId = Type.String({ minLength: 1, description: 'The delivery that is owed to one recipient' })
const workProductId = Type.String({ minLength: 1, description: 'The signed decision' })

const decision = {
  caseId: Type.String(),
  docketNumber: Type.String(),
  workProductId,
}

const { warnings: _, overrides: __, manifest: ___, ...signed } = DecisionPackage.properties
const { readBy: ____, ...document } = ManifestEntry.properties

/** What the signer was warned of, what was done in the place of others, and who has read what, stay inside. */
export const SentPackage = Type.Object(
  { ...signed, manifest: Type.Array(Type.Object(document), { description: 'Every document in the file' }) },
  {
    description:
      'What the signature froze, but for warnings, what was done in the place of others, and who has read what',
  },
)

export const Outcome = Type.Object({
  ...decision,
  package: SentPackage,
  files: Type.Array(FileRef, { description: 'The sealed decision as a PDF, once it is sealed' }),
})

export const output = definePort({
  name: 'output',
  title: 'Output & effectuation',
  does: 'Delivers a signed outcome to its recipients, and carries it into downstream systems of record.',
  spec: 1,
  many: true,
  supports: {
    preparation: 'Wants to know of a signature before the decision is released.',
    effectuation: 'Carries the outcome into a system of record, and reports whether it took effect.',
    recall: 'Can take back, or announce as void, what it has delivered.',
  },
  calls: {
    prepare: {
      mode: 'do',
      does: 'A work product was signed. Nothing may be sent yet.',
      needs: 'preparation',
      input: Outcome,
      output: Type.Object({}),
    },
    deliver: {
      mode: 'do',
      per: 'recipient',
      does: 'Delivers the decision to one recipient. Without `receipt` in the answer, the receipt follows as a fact.',
      input: Type.Object({ ...Outcome.properties, deliveryId, recipient: Recipient }),
      output: Type.Object({ receipt: Type.Optional(Sent) }),
    },
    effectuate: {
      mode: 'do',
      does: 'Carries the released outcome into the system of record.',
      needs: 'effectuation',
      input: Outcome,
      output: Type.Object({
        result: Type.Optional(
          Type.Literal('completed', { description: 'If it took effect at once; else it follows as a fact' }),
        ),
      }),
    },
    recall: {
      mode: 'do',
      does: 'The decision was recalled. Stops what is on its way, and says so at every destination it went to.',
      needs: 'recall',
      input: Type.Object({
        ...decision,
        why,
        deliveries: Type.Array(
          Type.Object({ deliveryId, partyId: Type.String(), receipts: Type.Array(Sent) }),
        ),
      }),
      output: Type.Object({}),
    },
  },
  hears: {
    'workProduct.signed': 'prepare',
    'delivery.owed': 'deliver',
    'workProduct.released': 'effectuate',
    'workProduct.recalled': 'recall',
  },
  tells: {
    receipt: {
      does: 'A delivery was made.',
      fact: Type.Object({ deliveryId, ...Sent.properties }, strict),
    },
    bounce: {
      does: 'A delivery failed or came back.',
      fact: Type.Object({ deliveryId, ...bounced }, strict),
    },
    effectuated: {
      does: 'The downstream system has put the outcome into effect.',
      needs: 'effectuation',
      fact: Type.Object({ workProductId, at: happened }, strict),
    },
    effectuationFailed: {
      does: 'The downstream system could not put the outcome into effect.',
      needs: 'effectuation',
      fact: Type.Object({ workProductId, why, failedAt: happened }, strict),
    },
  },
})
