import { createHmac, timingSafeEqual } from 'node:crypto'
import { epochSeconds, fromEpochSeconds, msBetween } from '../time.ts'

/** Standard Webhooks: an id that is the same on every attempt, a time, and a signature over both and the body. */
export type SignedHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

type Body = string | Uint8Array

/** How far the clocks of the two sides may be apart. */
export const toleranceMs = 5 * 60_000

const secretPattern = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** What is wrong with a secret, as a sentence that does not repeat it. */
export function faultOfSecret(secret: string): string | undefined {
  if (!secretPattern.test(secret)) return 'must be whsec_ followed by Base64'
  const { length } = keyOf(secret)
  return length >= 24 && length <= 64 ? undefined : `must have 24 to 64 bytes, and has ${length}`
}

export function signedHeaders(id: string, at: Date, body: Body, secret: string): SignedHeaders {
  const timestamp = String(epochSeconds(at))
  const signature = `v1,${digestOf(id, timestamp, body, secret).toString('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

/**
 * The id and the time of a message that was signed with one of the secrets within five minutes of now; else
 * undefined. Two secrets are in use while one replaces the other.
 */
export function verifiedMessage(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: Body,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): { id: string; at: Date } | undefined {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return
  const at = fromEpochSeconds(Number(timestamp))
  if (Math.abs(msBetween(at, now)) > toleranceMs) return
  const given = signatures.split(' ').flatMap((signature) => {
    const [version, digest = ''] = signature.split(',')
    return version === 'v1' ? [Buffer.from(digest, 'base64')] : []
  })
  const isSigned = secrets.some((secret) => {
    const digest = digestOf(id, timestamp, body, secret)
    return given.some((other) => other.length === digest.length && timingSafeEqual(other, digest))
  })
  return isSigned ? { id, at } : undefined
}

function digestOf(id: string, timestamp: string, body: Body, secret: string): Buffer {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest()
}

/** The bytes that sign, whatever way they are written. */
export const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
