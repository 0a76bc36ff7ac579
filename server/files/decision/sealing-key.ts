import { createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { P12Signer, type Signer } from '@libpdf/core'
import { dayOf } from '../../core/time/moments.ts'
import { certificatesIn, withoutCertificates } from './pem.ts'

/** With what a deployment seals: its key, the certificate that says whose it is, and those of whoever issued that. */
export type SealingKey = Signer

export type SealingKeyFiles = {
  /** PKCS#12; or PEM, with the certificates of its issuers behind it and the key in the same file or its own. */
  certificatePath: string
  keyPath?: string | undefined
  password?: string | undefined
}

export class BadSealingKey extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'BadSealingKey'
  }
}

export function sealingKey(
  privateKey: KeyObject,
  certificate: Uint8Array,
  issuers: readonly Uint8Array[] = [],
): SealingKey {
  const isCurve = privateKey.asymmetricKeyType === 'ec'
  if (!isCurve && privateKey.asymmetricKeyType !== 'rsa')
    throw new BadSealingKey('The key must be RSA or on a NIST curve.')
  return {
    certificate,
    certificateChain: [...issuers],
    keyType: isCurve ? 'EC' : 'RSA',
    signatureAlgorithm: isCurve ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
    sign: async (data, digest) => sign(digest.replace('-', ''), data, privateKey),
  }
}

export async function readSealingKey(files: SealingKeyFiles, now: Date): Promise<SealingKey> {
  const bytes = await read(files.certificatePath)
  const isPem = bytes.includes('-----BEGIN CERTIFICATE-----')
  const key = isPem ? await fromPem(bytes.toString(), files) : await fromPkcs12(bytes, files.password)
  await refuseUnfit(key, now)
  return key
}

async function fromPem(text: string, { keyPath, password }: SealingKeyFiles): Promise<SealingKey> {
  const keyText = keyPath ? (await read(keyPath)).toString() : text
  const [certificate, ...issuers] = certificatesIn(text).map(({ raw }) => raw)
  if (!certificate) throw new BadSealingKey('There is no certificate in it.')
  const key = withoutCertificates(keyText)
  return sealingKey(
    readable(() => createPrivateKey({ key, ...(password ? { passphrase: password } : {}) })),
    certificate,
    issuers,
  )
}

async function fromPkcs12(bytes: Buffer, password = ''): Promise<SealingKey> {
  try {
    return await P12Signer.create(bytes, password)
  } catch (cause) {
    throw new BadSealingKey('It is neither PEM nor a PKCS#12 file that its password opens.', cause)
  }
}

/** A seal that nobody could verify would be found out when it is too late. */
async function refuseUnfit(key: SealingKey, now: Date) {
  const certificate = readable(() => new X509Certificate(key.certificate))
  const probe = Buffer.from('portico')
  if (!verify('sha256', probe, certificate.publicKey, await key.sign(probe, 'SHA-256')))
    throw new BadSealingKey('The key does not belong to the certificate.')
  if (certificate.validToDate < now)
    throw new BadSealingKey(`The certificate expired on ${dayOf(certificate.validToDate)}.`)
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new BadSealingKey(
      `The file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`,
      cause,
    )
  }
}

function readable<T>(parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new BadSealingKey('The certificate or its key cannot be read.', cause)
  }
}
