import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import published from '../test/vectors/webauthn.json' with { type: 'json' }
import { challengeOf, counterAfter, newKeyOf } from './webauthn.ts'

const site = { origin: published.origin, rpId: published.rpId }
type Vector = (typeof published.vectors)[number]
type Registration = Vector['registration']
type Authentication = Vector['authentication']

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const vector = (name: string) => published.vectors.find((one) => one.name === name) ?? assert.fail(name)

/** As the service does: the challenge that is answered must be one of ours, and then the answer is verified. */
async function registers(
  { credentialId }: Vector,
  { attestationObject, clientDataJSON, challenge }: Registration,
  expected: { challenge?: string; site?: typeof site } = {},
): Promise<boolean> {
  const id = base64url(credentialId)
  const answer = base64url(clientDataJSON)
  const ours = expected.challenge ?? base64url(challenge)
  if (challengeOf(answer) !== ours) return false
  const response = { attestationObject: base64url(attestationObject), clientDataJSON: answer }
  const credential = { id, rawId: id, type: 'public-key' as const, response }
  const key = await newKeyOf(credential, { challenge: ours, site: expected.site ?? site })
  if (key) assert.equal(key.credentialId.toString('base64url'), id)
  return key !== undefined
}

async function signsIn(
  { credentialId, publicKey }: Pick<Vector, 'credentialId' | 'publicKey'>,
  { authenticatorData, clientDataJSON, signature, challenge }: Authentication,
  expected: { challenge?: string; site?: typeof site; counter?: number } = {},
): Promise<boolean> {
  const id = base64url(credentialId)
  const answer = base64url(clientDataJSON)
  const ours = expected.challenge ?? base64url(challenge)
  if (challengeOf(answer) !== ours) return false
  const response = {
    authenticatorData: base64url(authenticatorData),
    clientDataJSON: answer,
    signature: base64url(signature),
    userHandle: 'AA',
  }
  const known = { publicKey: Buffer.from(publicKey, 'hex'), counter: expected.counter ?? 0 }
  const credential = { id, rawId: id, type: 'public-key' as const, response }
  return (
    (await counterAfter(credential, known, { challenge: ours, site: expected.site ?? site })) !== undefined
  )
}

const elsewhere = [
  { ...site, origin: 'https://example.com' },
  { ...site, origin: 'http://example.org' },
  { ...site, origin: 'https://example.org:8443' },
  { ...site, origin: 'https://example.org.evil.example' },
  { ...site, rpId: 'example.com' },
  { ...site, rpId: 'org' },
]

describe('the test vectors of the WebAuthn specification', () => {
  it('are registered where their owner was verified, in the page itself, without certificates', async () => {
    const taken = await Promise.all(
      published.vectors.map(async (one) => [one.name, await registers(one, one.registration)]),
    )
    assert.deepEqual(Object.fromEntries(taken), {
      // Flags without user verification.
      'none-es256': false,
      'packed-self-es256': true,
      'none-es256-crossOrigin': false,
      'none-es256-topOrigin': false,
      // An attestation by certificate, for which nobody asked.
      'packed-es256': false,
    })
  })

  it('sign in under the same conditions', async () => {
    const taken = await Promise.all(
      published.vectors.map(async (one) => [one.name, await signsIn(one, one.authentication)]),
    )
    assert.deepEqual(Object.fromEntries(taken), {
      'none-es256': false,
      'packed-self-es256': false,
      'none-es256-crossOrigin': false,
      'none-es256-topOrigin': false,
      'packed-es256': true,
    })
  })

  it('are good for one challenge, one origin and one service', async () => {
    const made = vector('packed-self-es256')
    const used = vector('packed-es256')
    const challenge = base64url('00'.repeat(32))
    assert.equal(await registers(made, made.registration, { challenge }), false)
    assert.equal(await signsIn(used, used.authentication, { challenge }), false)
    for (const other of elsewhere) {
      assert.equal(await registers(made, made.registration, { site: other }), false, JSON.stringify(other))
      assert.equal(await signsIn(used, used.authentication, { site: other }), false, JSON.stringify(other))
    }
  })

  it('a registration is no use, and a use no registration', async () => {
    const { registration, authentication, ...known } = vector('packed-es256')
    const swapped = { ...authentication, clientDataJSON: registration.clientDataJSON }
    assert.equal(await signsIn(known, { ...swapped, challenge: registration.challenge }), false)
    const made = vector('packed-self-es256')
    const { clientDataJSON, challenge } = made.authentication
    assert.equal(await registers(made, { ...made.registration, clientDataJSON, challenge }), false)
  })

  it('the key of another, or a signature of another use, opens nothing', async () => {
    const used = vector('packed-es256')
    for (const other of published.vectors.filter(({ name }) => name !== used.name)) {
      assert.equal(await signsIn({ ...used, publicKey: other.publicKey }, used.authentication), false)
      const { signature } = other.authentication
      assert.equal(await signsIn(used, { ...used.authentication, signature }), false)
    }
  })

  it('a counter that went back, or stood still, is that of a copy', async () => {
    const used = vector('packed-es256')
    assert.equal(await signsIn(used, used.authentication, { counter: 0 }), true, 'one that counts nothing')
    for (const counter of [1, 2 ** 31, 2 ** 32 - 1])
      assert.equal(await signsIn(used, used.authentication, { counter }), false)
  })

  it('a key says what it is for: no other algorithm, curve or type is tried', async () => {
    const used = vector('packed-es256')
    // COSE_Key of five members: 01 kty EC2, 03 alg ES256, 20 crv P-256, 21 x, 22 y.
    const head = 'a5010203262001215820'
    const heads = {
      RS256: 'a50102033901002001215820',
      EdDSA: 'a5010203272001215820',
      ES384: 'a501020338222001215820',
      'P-384': 'a5010203262002215820',
      'an octet key pair': 'a5010103262001215820',
      'a symmetric key': 'a5010403262001215820',
    }
    assert.ok(used.publicKey.startsWith(head))
    for (const [what, other] of Object.entries(heads)) {
      const publicKey = used.publicKey.replace(head, other)
      assert.equal(await signsIn({ ...used, publicKey }, used.authentication), false, what)
    }
    const made = vector('packed-self-es256')
    // 63 616c67 26: the statement says ES256.
    for (const [alg, hex] of [
      ['EdDSA', '63616c6727'],
      ['none', '63616c6700'],
    ] as const) {
      const attestationObject = made.registration.attestationObject.replace('63616c6726', hex)
      assert.equal(await registers(made, { ...made.registration, attestationObject }), false, alg)
    }
  })

  it('nothing is hidden in a registration: no statement beside “none”, no bytes behind the key, none missing', async () => {
    const made = vector('packed-self-es256')
    const { attestationObject } = made.registration
    const changed = {
      'a statement with “none”': attestationObject.replace('667061636b6564', '646e6f6e65'),
      'an unknown format': attestationObject.replace('667061636b6564', '667061636b6565'),
      'bytes behind the key': attestationObject.replace('58a4', '58a6').concat('0000'),
      'a flag for extensions that are not there': attestationObject.replace(
        'e0f01452b2e4b55d',
        'e0f01452b2e4b5dd',
      ),
      'no attested key': attestationObject.replace('e0f01452b2e4b55d', 'e0f01452b2e4b51d'),
      'backed up, but not eligible': attestationObject.replace('e0f01452b2e4b55d', 'e0f01452b2e4b555'),
      'cut off': attestationObject.slice(0, -40),
      'an identifier longer than the rest': attestationObject.replace('0020455ef3', 'ffff455ef3'),
      nothing: '',
    }
    for (const [what, hex] of Object.entries(changed)) {
      assert.notEqual(hex, attestationObject, what)
      assert.equal(await registers(made, { ...made.registration, attestationObject: hex }), false, what)
    }
  })

  it('a use that was changed in any bit of what is signed is refused', async () => {
    const used = vector('packed-es256')
    const { authenticatorData } = used.authentication
    for (let at = 0; at < authenticatorData.length / 2; at++) {
      const bytes = Buffer.from(authenticatorData, 'hex')
      bytes[at] = bytes[at]! ^ 1
      const changed = { ...used.authentication, authenticatorData: bytes.toString('hex') }
      assert.equal(await signsIn(used, changed), false, `byte ${at}`)
    }
    for (const signature of ['', '00', '3006020100020100', used.authentication.signature.slice(0, -2)])
      assert.equal(await signsIn(used, { ...used.authentication, signature }), false)
  })
})
