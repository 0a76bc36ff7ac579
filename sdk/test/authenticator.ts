import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Key = { id: string; rpId: string; userHandle: string; privateKey: KeyObject; counter: number }
type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId: string }
/** What an authenticator says that is broken, or in other hands. */
type Otherwise = {
  origin?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  crossOrigin?: boolean
  key?: Key | undefined
}

/** Makes and uses passkeys as a browser at an origin does, with an authenticator that verifies its user. */
export function createAuthenticator(origin: string) {
  const keys: Key[] = []
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const hashed = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

  const clientData = (
    type: string,
    challenge: string,
    { origin: at = origin, crossOrigin = false }: Otherwise,
  ) => Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin }))

  function authenticatorData(rpId: string, counter: number, isVerified: boolean, made?: Uint8Array) {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (made ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([hashed(rpId), head, made ?? Buffer.alloc(0)])
  }

  return {
    keys,

    create({ challenge, rp, user }: CreationOptions, otherwise: Otherwise = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(16)
      // CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = authenticatorData(rp.id, otherwise.counter ?? 0, otherwise.isVerified ?? true, made)
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      const counter = otherwise.counter ?? 0
      keys.push({ id: base64url(id), rpId: rp.id, userHandle: user.id, privateKey, counter })
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, otherwise)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },

    /** With the newest passkey for the service. */
    get({ challenge, rpId }: RequestOptions, otherwise: Otherwise = {}) {
      const key = otherwise.key ?? keys.findLast((one) => one.rpId === rpId)
      if (!key) throw new Error('there is no passkey for this service')
      key.counter++
      const counter = otherwise.counter ?? key.counter
      const data = authenticatorData(rpId, counter, otherwise.isVerified ?? true)
      const client = clientData('webauthn.get', challenge, otherwise)
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, hashed(client)]), key.privateKey)),
          userHandle: otherwise.userHandle ?? key.userHandle,
        },
      }
    },
  }
}
