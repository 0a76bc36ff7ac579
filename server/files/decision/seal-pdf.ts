import { PDF } from '@libpdf/core'
import { sealFieldName } from './claim-standards.ts'
import type { SealingKey } from './sealing-key.ts'

/** What a seal says that it seals; whoever verifies it looks for the hash. */
export const sealReason = (packageSha256: string) => `Seals the decision package ${packageSha256}`

/** A PAdES signature (B-B) over all that the file has; nothing of it is changed, only something added. */
export async function sealPdf(
  bytes: Uint8Array,
  key: SealingKey,
  { reason, at, fieldName = sealFieldName }: { reason: string; at: Date; fieldName?: string },
): Promise<Buffer> {
  const pdf = await PDF.load(bytes)
  const carried = [key.certificate, ...(key.certificateChain ?? [])]
  const { bytes: sealed } = await pdf.sign({
    signer: key,
    reason,
    signingTime: at,
    fieldName,
    subFilter: 'ETSI.CAdES.detached',
    // The signature itself and what names its parts, beside the certificates.
    estimatedSize: 4096 + carried.reduce((sum, { length }) => sum + length, 0),
  })
  return Buffer.from(sealed)
}
