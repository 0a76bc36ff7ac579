import { createHash, verify, type X509Certificate } from 'node:crypto'
import { DecisionPackage } from '@portico/contract/decision-package'
import Type from '@portico/contract/type'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { type CheckedSeal, chainOf, isOfCrypto } from '../../files/decision/check-message.ts'
import { checkSeals } from '../../files/decision/check-seals.ts'
import { CitedPageText, DecisionManifest, decisionFiles } from '../../files/decision/decision-manifest.ts'
import { certificatesIn } from '../../files/decision/pem.ts'
import { sealReason } from '../../files/decision/seal-pdf.ts'
import { sealedAt } from './sealed-at.ts'
import { verifyCitations } from './verify-citations.ts'
import { type Report, readPart, type VerifyOptions, verifyListed, type ZipParts } from './zip-parts.ts'

/** What a package is proved to carry, where it has no faults. */
export type ProvenDecision = {
  docketNumber: string
  title: string
  signedBy: string
  signedAt: string
  status: DecisionManifest['status']
  citations: number
  /** Of the seal: whose it is, its SHA-256 fingerprint, and when it was made. */
  seal?: { subject: string; fingerprint: string; at: string }
}

const ajv = formats.default(new Ajv({ strict: false }))
const isManifest = ajv.compile<DecisionManifest>(DecisionManifest)
const isPackage = ajv.compile<DecisionPackage>(DecisionPackage)
const isPageTexts = ajv.compile<CitedPageText[]>(Type.Array(CitedPageText))

export function asDecisionManifest(value: unknown): DecisionManifest | undefined {
  return isManifest(value) ? value : undefined
}

/** What was signed against the chain, the seal over the PDF, and every citation against the pages that are packed. */
export async function verifyDecision(
  manifest: DecisionManifest,
  parts: ZipParts,
  options: VerifyOptions,
  fault: Report,
): Promise<{ decision?: ProvenDecision; notes: string[] }> {
  const notes: string[] = []
  const packed = manifest.documents.flatMap(({ packed }) => packed ?? [])
  verifyListed([...manifest.files, ...packed, manifest.events], parts, fault, [decisionFiles.signature])
  const signer = await verifySignature(parts, fault)
  const seal = await verifySeal(manifest, parts, fault)
  for (const [part, certificate, chain] of [
    [decisionFiles.signature, signer?.certificate, signer?.chain],
    [decisionFiles.decision, seal?.certificate, seal?.chain],
  ] as const) {
    const known = [certificate, ...(chain ?? [])]
    if (options.trusted && certificate && !known.some((one) => one?.raw.equals(options.trusted!.raw)))
      fault(part, 'it is not by the certificate that is trusted')
  }
  if (seal?.certificate && signer && !seal.certificate.raw.equals(signer.certificate.raw))
    notes.push('The package was signed with another certificate than the one that sealed the decision.')
  const signed = await readPackage(manifest, parts, fault)
  if (!signed) return { notes }
  verifyChain(manifest, signed, parts, fault)
  const pageTexts = await readJson(parts, decisionFiles.pageTexts, isPageTexts, fault)
  notes.push(
    ...(await verifyCitations({ signed, manifest, pageTexts: pageTexts ?? [] }, parts, options, fault)),
  )
  const { case: facts, workProduct, signature, citations } = signed
  return {
    decision: {
      docketNumber: facts.docketNumber,
      title: workProduct.title,
      signedBy: signature.name,
      signedAt: signature.at,
      status: manifest.status,
      citations: citations.length,
      ...(seal?.certificate
        ? {
            seal: {
              subject: seal.certificate.subject.replaceAll('\n', ', '),
              fingerprint: seal.certificate.fingerprint256,
              at: seal.at ?? '',
            },
          }
        : {}),
    },
    notes,
  }
}

/** The manifest has the hash of every file, and its signature vouches for the manifest. */
async function verifySignature(parts: ZipParts, fault: Report) {
  const { certificates, signature } = decisionFiles
  const [certificate, ...issuers] = certificatesIn(
    (await readPart(parts, certificates, fault))?.toString() ?? '',
  )
  if (!certificate) return void fault(certificates, 'there is no certificate in it')
  const made = Buffer.from((await readPart(parts, signature, fault))?.toString() ?? '', 'base64')
  if (!isSignedBy(certificate, parts.manifest ?? Buffer.alloc(0), made))
    fault(signature, 'it is not the signature of the manifest by the certificate')
  return { certificate, chain: chainOf(certificate, issuers) }
}

function isSignedBy({ publicKey }: X509Certificate, bytes: Buffer, signature: Buffer): boolean {
  try {
    return verify('sha256', bytes, publicKey, signature)
  } catch (error) {
    if (isOfCrypto(error)) return false
    throw error
  }
}

async function verifySeal(manifest: DecisionManifest, parts: ZipParts, fault: Report) {
  const { decision } = decisionFiles
  const report = (what: string) => fault(decision, what)
  const pdf = await readPart(parts, decision, fault)
  if (!pdf) return undefined
  const sealedSha256 = parts.events.decisions.get(manifest.workProductId)?.sealedSha256
  if (sealedSha256 !== createHash('sha256').update(pdf).digest('hex'))
    report('the events name another sealed file')
  const seals = checkSeals(pdf)
  const [first] = seals
  if (!first) return void report('it carries no seal')
  for (const [index, { faults }] of seals.entries())
    for (const what of faults)
      report(seals.length > 1 ? `signature ${index + 1}: ${what}` : `the seal: ${what}`)
  if (first.reason !== sealReason(manifest.packageSha256)) report('its seal is over another decision package')
  if (!isInTime(first)) report('its seal was made when the certificate was not valid')
  return first
}

function isInTime(seal: CheckedSeal): boolean {
  const made = sealedAt(seal)
  const { certificate } = seal
  return Boolean(made && certificate && certificate.validFromDate <= made && made <= certificate.validToDate)
}

async function readPackage(manifest: DecisionManifest, parts: ZipParts, fault: Report) {
  const part = decisionFiles.package
  const signed = await readJson(parts, part, isPackage, fault)
  if (!signed) return undefined
  const { sha256 } = parts.sizes.get(part) ?? {}
  const told = parts.events.decisions.get(manifest.workProductId)
  if (sha256 !== manifest.packageSha256) fault(part, 'it is not the package that the manifest names')
  if (sha256 !== told?.packageSha256) fault(part, 'the events name another signed package')
  const text = (await readPart(parts, part, fault))?.toString()
  if (canonicalJson(signed) !== text) fault(part, 'it is not canonical JSON')
  return signed
}

/** The package names the event that it was signed on, and the chain leads from there to the signature. */
function verifyChain(
  manifest: DecisionManifest,
  { case: facts, workProduct }: DecisionPackage,
  { events }: ZipParts,
  fault: Report,
) {
  const part = decisionFiles.package
  if (facts.id !== manifest.case.id) fault(part, 'it is of another case')
  if (workProduct.id !== manifest.workProductId) fault(part, 'it is of another work product')
  if (events.hashes[facts.version - 1] !== facts.hash)
    fault(part, `event ${facts.version} is not the one that it was signed on`)
  const told = events.decisions.get(manifest.workProductId)
  if (!told) return fault(decisionFiles.events, 'no event says that the decision was signed')
  if (told.sequence <= facts.version) fault(part, 'it was signed before the event that it names')
  if ((manifest.status === 'recalled') !== (told.isRecalled === true))
    fault(
      decisionFiles.manifest,
      `by the events the decision ${told.isRecalled ? 'was' : 'was not'} recalled`,
    )
}

async function readJson<Value>(
  parts: ZipParts,
  part: string,
  isValid: ValidateFunction<Value>,
  fault: Report,
): Promise<Value | undefined> {
  const bytes = await readPart(parts, part, fault)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(bytes.toString())
    if (isValid(value)) return value
    const [error] = isValid.errors ?? []
    fault(part, `it does not match its schema: ${error?.instancePath || '/'} ${error?.message}`)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    fault(part, 'it is not JSON')
  }
  return undefined
}
