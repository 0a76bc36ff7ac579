import type { NewPasskeyCredential, PasskeyUse } from '@portico/contract/passkeys'
import type { AttestationObject } from '@simplewebauthn/server/helpers'

/** Where a passkey is made and used: the origin of the pages, and the host name that the passkey is bound to. */
export type Site = { origin: string; rpId: string }

export type NewKey = {
  credentialId: Buffer
  publicKey: Uint8Array
  counter: number
  transports: string[]
  isSynced: boolean
}
export type KnownKey = { publicKey: Uint8Array; counter: number }

/** Ed25519, P-256 with SHA-256, and RSA with SHA-256 for older Windows; each with the type that its keys have in COSE. */
const keyTypes = new Map([
  [-8, 1],
  [-7, 2],
  [-257, 3],
])
export const algorithms = [...keyTypes.keys()]

type Expected = { challenge: string; site: Site }

/** Read before anything is verified: it only says which challenge claims to be answered. */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The key of a new passkey; nothing if its answer to the challenge is not valid here. */
export async function newKeyOf(
  credential: NewPasskeyCredential,
  { challenge, site }: Expected,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  return unlessInvalid(async () => {
    const attested = decodeAttestationObject(bytesOf(credential.response.attestationObject))
    if (hasCertificates(attested)) return undefined
    const { transports = [] } = credential.response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        clientExtensionResults: {},
        response: { ...credential.response, transports: [] },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { credential: made, credentialDeviceType } = registrationInfo
    if (!(await isOfItsAlgorithm(made.publicKey))) return undefined
    return {
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: made.publicKey,
      counter: made.counter,
      transports,
      isSynced: credentialDeviceType === 'multiDevice',
    }
  })
}

/** The counter of a passkey after this use; nothing if the use is not valid here, or its counter went back. */
export async function counterAfter(
  credential: PasskeyUse,
  { publicKey, counter }: KnownKey,
  { challenge, site }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  return unlessInvalid(async () => {
    if (!(await isOfItsAlgorithm(publicKey))) return undefined
    const { userHandle, ...response } = credential.response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

/**
 * We ask for no attestation, so whoever sends certificates is no browser. The library would follow the addresses in
 * them.
 */
function hasCertificates(attested: AttestationObject): boolean {
  const format = attested.get('fmt')
  return format !== 'none' && !(format === 'packed' && attested.get('attStmt').get('x5c') === undefined)
}

/** The library goes by the type of a key, and takes whatever algorithm it claims to be for. */
async function isOfItsAlgorithm(publicKey: Uint8Array): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const key = decodeCredentialPublicKey(new Uint8Array(publicKey))
  const algorithm = key.get(cose.COSEKEYS.alg)
  return algorithm !== undefined && keyTypes.get(algorithm) === key.get(cose.COSEKEYS.kty)
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** The library throws for everything that is not as it should be. */
async function unlessInvalid<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
