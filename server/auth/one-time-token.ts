import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for the bearer; the database gets only the hash. */
export function newOneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** A plain hash is enough: what it hides has 256 random bits. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * What names a signed token: its header and payload, which the signature covers to the letter. The signature itself
 * can be written in more than one way.
 */
export function signedTokenHash(token: string): Buffer {
  return tokenHash(token.slice(0, token.lastIndexOf('.')))
}
