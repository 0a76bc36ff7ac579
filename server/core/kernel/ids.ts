import { hash } from 'node:crypto'

export type IdPrefix =
  | 'case'
  | 'doc'
  | 'trn'
  | 'ann'
  | 'evt'
  | 'mem'
  | 'ses'
  | 'inv'
  | 'key'
  | 'passkey'
  | 'req'
  | 'imp'
  | 'upl'
  | 'hold'
  | 'cal'
  | 'feed'
  | 'plan'
  | 'out'
  | 'grant'
  | 'party'
  | 'issue'
  | 'cite'
  | 'hist'
  | 'task'
  | 'timer'
  | 'session'
  | 'delivery'
  | 'ltr'
  | 'product'
  | 'comment'
  | 'proposal'
  | 'blk'
  | 'remand'
  | 'queue'
  | 'view'
  | 'run'
  | 'move'
  | 'obl'
  | 'notice'
  | 'fact'
  | 'piece'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * A readable prefix, the time in 10 characters and 80 random bits in 16: opaque, URL-safe, and ordered by time.
 * `random` gives ten bytes.
 */
export function newId(prefix: IdPrefix, now: Date, random: Uint8Array): string {
  // Times before 1970 sort first, in no particular order.
  const head = tenDigits(Math.max(0, now.getTime()))
  let tail = ''
  let bits = 0
  let buffer = 0
  for (const byte of random.subarray(0, 10)) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      tail += alphabet[(buffer >> bits) & 31]
      buffer &= (1 << bits) - 1
    }
  }
  return `${prefix}_${head}${tail}`
}

function tenDigits(number: number): string {
  let text = ''
  for (let rest = number; text.length < 10; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}

/** The ID of something that an event creates, derived from the event so that a retry creates no duplicate. */
export function derivedId(
  prefix: IdPrefix,
  event: { id: string; at: string },
  index: number | string,
): string {
  return newId(prefix, new Date(event.at), hash('sha256', seedOf(prefix, event, index), 'buffer'))
}

/** The text whose hash makes a derived id. */
export const seedOf = (prefix: IdPrefix, event: { id: string }, index: number | string): string =>
  `${event.id} ${prefix} ${index}`
