import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

const iterations = 4096

/** The verifier that PostgreSQL stores instead of a password (RFC 5803), so that the password is in no statement or log. */
export function scramVerifier(password: string, salt = randomBytes(16), rounds = iterations): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const keyFor = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64')
  const server = keyFor('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${server}`
}

export function isVerifierOf(password: string, verifier: string | null): boolean {
  const [, rounds, salt = ''] = /^SCRAM-SHA-256\$(\d{1,7}):([^$]+)\$/.exec(verifier ?? '') ?? []
  if (verifier === null || rounds === undefined) return false
  const own = Buffer.from(scramVerifier(password, Buffer.from(salt, 'base64'), Number(rounds)))
  return own.length === verifier.length && timingSafeEqual(own, Buffer.from(verifier))
}
