import { createHash } from 'node:crypto'
import type { DecisionVerification } from '@portico/contract/decision-package'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { checkSeals } from '../../files/decision/check-seals.ts'
import { sealReason } from '../../files/decision/seal-pdf.ts'
import { sealedAt } from './sealed-at.ts'

type Told = { package: unknown; packageSha256: string; pdf: Buffer; pdfSha256: string }

/**
 * Holds a sealed decision against what the events tell of it, and the seal against the bytes that it covers. Whether the
 * certificate is to be trusted is for the reader to say.
 */
export function verifySealed(told: Told): DecisionVerification {
  const seals = checkSeals(told.pdf)
  const [seal] = seals
  const faults = seals.flatMap((seal) => seal.faults)
  const at = seal && sealedAt(seal)
  const { certificate } = seal ?? {}
  const isInTime =
    at !== undefined &&
    certificate !== undefined &&
    certificate.validFromDate <= at &&
    at <= certificate.validToDate
  const checks: DecisionVerification['checks'] = [
    { check: 'packageHash', holds: sha256(canonicalJson(told.package)) === told.packageSha256 },
    { check: 'fileHash', holds: sha256(told.pdf) === told.pdfSha256 },
    {
      check: 'signature',
      holds: seal !== undefined && faults.length === 0,
      ...(seal ? (faults.length > 0 ? { fault: faults.join('; ') } : {}) : { fault: 'it carries no seal' }),
    },
    { check: 'sealedPackage', holds: seal?.reason === sealReason(told.packageSha256) },
    { check: 'certificateInTime', holds: isInTime },
  ]
  return {
    holds: checks.every(({ holds }) => holds),
    checks,
    ...(at ? { sealedAt: at.toISOString() } : {}),
    ...(certificate
      ? {
          certificate: {
            subject: certificate.subject.replaceAll('\n', ', '),
            issuer: certificate.issuer.replaceAll('\n', ', '),
            validFrom: certificate.validFromDate.toISOString(),
            validTo: certificate.validToDate.toISOString(),
            fingerprint: certificate.fingerprint256,
            isSelfSigned: certificate.subject === certificate.issuer,
          },
        }
      : {}),
  }
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
