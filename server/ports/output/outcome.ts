import type { DecisionPackage, Recipient } from '@portico/contract/decision-package'
import type { FileRef } from '@portico/contract/ports/kit'
import { Refusal } from '../../core/kernel/decider.ts'
import type { PortParts } from '../delivery/serve-port.ts'

/** A signed decision as an adapter is given it. */
export async function outcomeOf({ portico }: PortParts, caseId: string, workProductId: string) {
  const reader = { id: '', teams: [], audience: 'administration' as const, curates: true }
  const detail = await portico.workProducts.decisionPackage(caseId, reader, workProductId)
  const files: FileRef[] = detail.file
    ? [
        {
          name: 'decision.pdf',
          mediaType: 'application/pdf',
          size: detail.file.bytes,
          sha256: detail.file.sha256,
        },
      ]
    : []
  const { docketNumber } = detail.package.case
  return { caseId, docketNumber, workProductId, package: detail.package, files }
}

export function recipientOf({ recipients }: DecisionPackage, partyId: string): Recipient {
  const recipient = recipients.find((one) => one.partyId === partyId)
  if (!recipient) throw new Refusal('notFound', 'The decision has no such recipient.')
  return recipient
}
