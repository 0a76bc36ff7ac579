import { timingSafeEqual } from 'node:crypto'

/** Where what cannot be delivered comes back: an address of its own for each message, which nobody else can make. */
export type ReturnAddresses = {
  /** Undefined where the id does not fit into an address. */
  of(id: string): string | undefined
  /** The message that an address anywhere in a text was made for; `isForged` where one looks like it, and was not made here. */
  namedIn(text: string): { id?: string; isForged: boolean }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const signatureLength = 16
/** RFC 5321, 4.5.3.1.1 */
const mostLocalPart = 64
const mostTried = 200

/** One place for the part that names a message: `bounces+*@board.example`, or `*@bounces.board.example`. */
export const returnPathPattern = '^(|[^\\s@<>*"()]*[-+=.])\\*@[^\\s@<>*]+$'

/** The usual subaddress (RFC 5233) of a mailbox. */
export const subaddressOf = (mailbox: string): string => mailbox.replace(/@(?=[^@]*$)/, '+*@')

/** Without a pattern it only recognises addresses, wherever they lead. */
export function openReturnAddresses(
  pattern: string | undefined,
  sign: (text: string) => Uint8Array,
): ReturnAddresses {
  const [prefix = '', domain = ''] = pattern?.split('*@') ?? []
  const signatureOf = (id: string) => inBase32(sign(`return address ${id}`)).slice(0, signatureLength)
  const isOurs = (id: string, signature: string) =>
    timingSafeEqual(Buffer.from(signatureOf(id)), Buffer.from(signature))
  /** Where it is rewritten on its way (SRS, BATV), the part that names the message is left, in either case. */
  const token = /(?<![a-z0-9_])([a-z0-9_]{1,47})\.([0-9a-hjkmnp-tv-z]{16})(?![a-z0-9_])/g
  const own = prefix.toLowerCase()
  return {
    of(id) {
      if (pattern === undefined) return undefined
      const local = `${prefix}${id}.${signatureOf(id)}`
      return /^[a-z0-9_]{1,47}$/.test(id) && local.length <= mostLocalPart ? `${local}@${domain}` : undefined
    },
    namedIn(text) {
      const lower = text.toLowerCase()
      const seen = new Set<string>()
      let isForged = false
      for (const { 0: whole, 1: id = '', 2: signature = '', index } of lower.matchAll(token)) {
        if (seen.has(whole)) continue
        if (seen.size >= mostTried) break
        seen.add(whole)
        if (isOurs(id, signature)) return { id, isForged: false }
        const isAtOurs =
          pattern !== undefined &&
          lower.startsWith(own, index - own.length) &&
          lower.startsWith(`@${domain.toLowerCase()}`, index + whole.length)
        isForged ||= isAtOurs
      }
      return { isForged }
    },
  }
}

function inBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return text
}
