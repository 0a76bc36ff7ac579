import { constants, createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto'
import { BadDer, childrenOf, type DerValue, encodeSequence, oidOf, readDer, tags } from './der.ts'

/** One signature of a PDF, and what is wrong with it. */
export type CheckedSeal = {
  reason: string | undefined
  at: string | undefined
  /** How much of the file it vouches for, from the start. */
  coveredBytes: number
  certificate?: X509Certificate
  /** Who issued it, and who issued that, as far as the signature carries them. */
  chain?: X509Certificate[]
  faults: string[]
}

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
}

const digestNames: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** How signatures are made, by name: with which digest, where the name says so, and for RSA with which padding. */
const signatureAlgorithms: Record<string, { digest?: string; padding?: number }> = {
  '1.2.840.113549.1.1.1': {},
  '1.2.840.113549.1.1.10': { padding: constants.RSA_PKCS1_PSS_PADDING },
  '1.2.840.113549.1.1.11': { digest: 'sha256' },
  '1.2.840.113549.1.1.12': { digest: 'sha384' },
  '1.2.840.113549.1.1.13': { digest: 'sha512' },
  '1.2.840.10045.4.3.2': { digest: 'sha256' },
  '1.2.840.10045.4.3.3': { digest: 'sha384' },
  '1.2.840.10045.4.3.4': { digest: 'sha512' },
}

const one = Buffer.from([tags.integer, 1, 1])

/** CMS: a signer signs attributes, and one of these is the digest of what the PDF has. */
export function checkMessage(
  message: DerValue,
  digest: (algorithm: string) => Buffer,
  seal: CheckedSeal,
): void {
  const [type, wrapped] = childrenOf(message)
  if (!type || !wrapped || oidOf(type) !== oids.signedData) throw new BadDer()
  const signedData = childrenOf(only(childrenOf(wrapped, tags.inside(0))))
  const [version, digests, content, certificates] = signedData
  const signers = signedData.at(-1)
  if (!version || !digests || !content || !certificates || !signers) throw new BadDer()
  const [signerVersion, issuerAndSerial, digestAlgorithm, attributes, signatureAlgorithm, signature] =
    childrenOf(only(childrenOf(signers, tags.set)))
  if (!signerVersion || !issuerAndSerial || !digestAlgorithm || !attributes || !signatureAlgorithm)
    throw new BadDer()
  if (signature?.tag !== tags.octets) throw new BadDer()
  const isPlain =
    [version, signerVersion].every(({ whole }) => whole.equals(one)) &&
    only(childrenOf(digests, tags.set)).whole.equals(digestAlgorithm.whole) &&
    oidOf(only(childrenOf(content))) === oids.data
  if (!isPlain) seal.faults.push('it is not of a kind that seals a PDF')
  const digestName = digestNames[algorithmOf(digestAlgorithm)]
  const made = signatureAlgorithms[algorithmOf(signatureAlgorithm)]
  if (!digestName || !made || (made.digest ?? digestName) !== digestName)
    return void seal.faults.push('it is of an unknown kind')

  const signed = new Map(
    childrenOf(attributes, tags.inside(0)).map((attribute) => {
      const [name, values] = childrenOf(attribute)
      if (!name || !values) throw new BadDer()
      return [oidOf(name), only(childrenOf(values, tags.set))] as const
    }),
  )
  const said = signed.get(oids.messageDigest)
  if (said?.tag !== tags.octets || !isEqual(said.content, digest(digestName)))
    seal.faults.push('the bytes it covers are not those that were sealed')
  const contentType = signed.get(oids.contentType)
  if (!contentType || oidOf(contentType) !== oids.data) seal.faults.push('it does not say what it covers')

  const carried = childrenOf(certificates, tags.inside(0)).map(({ whole }) => whole)
  const certificate = carried.find((whole) => issuerAndSerialOf(whole).equals(issuerAndSerial.whole))
  if (!certificate) return void seal.faults.push('the certificate of its signer is missing')
  seal.certificate = new X509Certificate(certificate)
  seal.chain = chainOf(seal.certificate, carried.filter((whole) => whole !== certificate).map(asCertificate))
  if (seal.chain.length < carried.length - 1) seal.faults.push('it carries certificates of others')
  if (!namesCertificate(signed.get(oids.signingCertificate), certificate))
    seal.faults.push('it was made with another certificate than it carries')
  // What was signed is a set; in the message it stands under another tag.
  const asSet = Buffer.from(attributes.whole)
  asSet[0] = tags.set
  const { padding } = made
  const key = { key: seal.certificate.publicKey, ...(padding === undefined ? {} : { padding }) }
  if (!verify(digestName, asSet, key, signature.content))
    seal.faults.push('the signature is not that of its certificate')
}

/** The bytes of a certificate are in the signer's record by issuer and number. */
function issuerAndSerialOf(certificate: Buffer): Buffer {
  const [body] = childrenOf(readDer(certificate))
  if (!body) throw new BadDer()
  const [, serial, , issuer] = childrenOf(body)
  if (!serial || !issuer) throw new BadDer()
  return encodeSequence(issuer.whole, serial.whole)
}

const asCertificate = (whole: Buffer) => new X509Certificate(whole)

/** Who issued a certificate, and who issued that: only those whose key has really signed it. */
export function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const issuer = others.find((other) => certificate.checkIssued(other) && certificate.verify(other.publicKey))
  if (!issuer) return []
  const rest = others.filter((other) => other !== issuer)
  return [issuer, ...chainOf(issuer, rest)]
}

function algorithmOf(identifier: DerValue): string {
  const [name] = childrenOf(identifier)
  if (!name) throw new BadDer()
  return oidOf(name)
}

/** A key or a certificate that is not what it seems. */
export function isOfCrypto(error: unknown): boolean {
  return /^ERR_(OSSL|CRYPTO)/.test(String((error as { code?: unknown }).code))
}

/** By its hash, which is SHA-256 where no other is named. */
function namesCertificate(attribute: DerValue | undefined, certificate: Buffer): boolean {
  if (!attribute) return false
  const [certificates] = childrenOf(attribute)
  const [first] = certificates ? childrenOf(certificates) : []
  const parts = first ? childrenOf(first) : []
  const hash = parts.find(({ tag }) => tag === tags.octets)
  const algorithm = parts[0]?.tag === tags.sequence ? childrenOf(parts[0])[0] : undefined
  const name = algorithm ? digestNames[oidOf(algorithm)] : 'sha256'
  return name !== undefined && hash !== undefined && isEqual(hash.content, hashOf(name, certificate))
}

const hashOf = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest()

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function only(values: DerValue[]): DerValue {
  const [value] = values
  if (!value || values.length > 1) throw new BadDer()
  return value
}
