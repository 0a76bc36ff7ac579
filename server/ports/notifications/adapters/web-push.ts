import { createCipheriv, createECDH, hash, hkdfSync, randomBytes } from 'node:crypto'
import { defineAdapter, PortError, type PortErrorCode, secret } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import Type from '@portico/contract/type'
import { epochSeconds } from '../../../core/time/moments.ts'
import { errorOf } from '../../http/adapter.ts'
import { reach } from '../../http/reach.ts'

/** What a push service takes at least, less what encryption adds (RFC 8291). */
const mostPayload = 3_900
const tokenHours = 12
/** Below the deadline of the whole call, so that one that hangs is known for what it is. */
const endpointMs = 10_000

export default defineAdapter({
  port: notifications,
  name: 'web-push',
  does: 'Sends notifications to the browsers that a member has subscribed (RFC 8030, 8291 and 8292).',
  options: Type.Object({
    contact: Type.String({
      pattern: '^(mailto:|https://)\\S+$',
      description: 'How a push service reaches whoever runs this',
      examples: ['mailto:operations@example.org'],
    }),
    publicKey: Type.String({
      pattern: '^[A-Za-z0-9_-]{87}$',
      description: 'The VAPID key that browsers subscribe with: 65 bytes as base64url',
    }),
    privateKey: secret('Its private key: 32 bytes as base64url'),
    ttlSeconds: Type.Integer({ minimum: 0, maximum: 2_419_200, default: 86_400 }),
  }),
  async open({ contact, publicKey, privateKey, ttlSeconds }, host) {
    const { importJWK, SignJWT } = await import('jose')
    const point = Buffer.from(publicKey, 'base64url')
    const coordinates = {
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const key = await importJWK({ kty: 'EC', crv: 'P-256', ...coordinates, d: privateKey }, 'ES256').catch(
      () => {
        throw new PortError('invalid', 'privateKey must be the private key of publicKey.')
      },
    )
    const authorization = async (endpoint: string) => {
      const token = await new SignJWT({})
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(epochSeconds(host.now()) + tokenHours * 3600)
        .setSubject(contact)
        .sign(key)
      return `vapid t=${token}, k=${publicKey}`
    }

    /** A failure of one browser is told, not thrown: the others are to be reached all the same. */
    const pushTo = async (
      { endpoint, keys }: Browser,
      { payload, topic, signal }: { payload: Buffer; topic: string; signal: AbortSignal },
    ): Promise<{ location?: string } | PortError> => {
      if (!URL.canParse(endpoint))
        return theirs('invalid', 'The endpoint of the push subscription is not a URL.')
      try {
        const response = await reach(host.fetch, endpoint, {
          method: 'POST',
          body: encrypted(payload, keys),
          headers: {
            authorization: await authorization(endpoint),
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            ttl: String(ttlSeconds),
            urgency: 'normal',
            topic,
          },
          signal: AbortSignal.any([signal, AbortSignal.timeout(endpointMs)]),
        })
        if (!response.ok) return ofEndpoint(await errorOf(response, host.now()), response.status)
        await response.body?.cancel()
        const location = response.headers.get('location')
        return location === null ? {} : { location }
      } catch (error) {
        return ofEndpoint(error)
      }
    }

    return {
      supports: [],
      calls: {
        async notify(input, { key: callKey, signal }) {
          const { pushSubscriptions: browsers = [] } = input.recipient
          if (browsers.length === 0) throw theirs('invalid', 'The recipient has subscribed no browser.')
          const payload = payloadOf(input)
          // Sent again, it replaces what waits under the same topic.
          const topic = hash('sha256', callKey, 'base64url').slice(0, 32)
          const tried = await Promise.all(
            browsers.map((browser) => pushTo(browser, { payload, topic, signal })),
          )
          signal.throwIfAborted()
          const taken = tried.flatMap((one) => (one instanceof PortError ? [] : [one]))
          const failures = tried.filter((one) => one instanceof PortError)
          if (taken.length === 0) throw failures.find(({ retryable }) => retryable) ?? failures[0]
          const tracking = taken.find(({ location }) => location !== undefined)?.location
          const receipt = { channel: 'push', sentAt: host.now().toISOString() }
          return { receipt: { ...receipt, ...(tracking ? { tracking: tracking.slice(0, 200) } : {}) } }
        },
      },
    }
  },
})

/** What the service worker shows; `tag` makes one of two that say the same. */
function payloadOf(input: { notificationId: string; subject: string; text: string; url?: string }): Buffer {
  const told = { tag: input.notificationId, title: input.subject, url: input.url }
  let body = input.text
  for (;;) {
    const payload = Buffer.from(JSON.stringify({ ...told, body }))
    if (payload.length <= mostPayload || body === '') return payload.subarray(0, mostPayload)
    body = body.slice(0, Math.floor(body.length * 0.8))
  }
}

type BrowserKeys = { p256dh: string; auth: string }
type Browser = { endpoint: string; keys: BrowserKeys }

/**
 * A member may name any endpoint: one that is away, asks for silence or does not accept the key says nothing of the
 * others. So it is a `conflict`, which is retried and does not pause the binding. Why one is not reached is not told: a
 * member would learn which names and addresses there are in this network.
 */
function ofEndpoint(error: unknown, status?: number): PortError {
  if (status === 404 || status === 410) return theirs('gone', 'The browser has ended its subscription.')
  if (!(error instanceof PortError)) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return theirs('conflict', isLate ? 'The push service did not answer in time.' : notReached)
  }
  const { code, message, retryable, retryAfterMs } = error
  if (status === undefined && code !== 'invalid') return theirs('conflict', notReached)
  if (!retryable) return theirs(code, message)
  return theirs('conflict', message, retryAfterMs === undefined ? {} : { retryAfterMs })
}

const theirs = (code: PortErrorCode, message: string, more: { retryAfterMs?: number } = {}) =>
  new PortError(code, message, { isOfRecipient: true, ...more })

const notReached = 'The push service cannot be reached.'

/** As RFC 8291 says: for the browser alone, whoever passes it on. */
export function encrypted(
  payload: Buffer,
  { p256dh, auth }: BrowserKeys,
  {
    salt = randomBytes(16),
    sender = createECDH('prime256v1'),
  }: { salt?: Buffer; sender?: ReturnType<typeof createECDH> } = {},
): Buffer<ArrayBuffer> {
  const receiver = Buffer.from(p256dh, 'base64url')
  const own = ownKeyOf(sender)
  let shared: Buffer
  try {
    shared = sender.computeSecret(receiver)
  } catch {
    throw new PortError('invalid', 'The keys of the push subscription are not valid.')
  }
  const derive = (ikm: Uint8Array, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own])
  const ikm = derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(ikm, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(ikm, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(5)
  size.writeUInt32BE(4096)
  size.writeUInt8(own.length, 4)
  const last = Buffer.from([2])
  const sealed = [cipher.update(payload), cipher.update(last), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, own, ...sealed])
}

/** A fresh pair for each message, unless one is given. */
function ownKeyOf(sender: ReturnType<typeof createECDH>): Buffer {
  try {
    return sender.getPublicKey()
  } catch {
    return sender.generateKeys()
  }
}
