import { randomInt } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Refusal } from '../core/kernel/decider.ts'
import { isGuessable } from './guessable-passwords.ts'

/** What a password is hashed with: how much memory, in KiB, how often, and by how many at once. */
export type PasswordWork = { memoryCost: number; timeCost: number; parallelism: number }

export const usualWork: PasswordWork = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const shortest = 12
const longest = 200

// The hash of a random value nobody has: what is checked when there is no account, at the usual cost.
export const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$QCXks+SyuUlhNe+aLWoZeA$y32WlJgM6D4/EmLMUgdex3nmtTp3gLtd1BTxWdP+6OI'

/** Refuses a password that may not be set; `names` are whose it is, so what is guessed first. */
export async function hashPassword(
  password: string,
  names: readonly string[] = [],
  work = usualWork,
): Promise<string> {
  const normal = normalise(password)
  if (normal === undefined) {
    throw new Refusal('invalid', `A password must have ${shortest} to ${longest} characters.`)
  }
  if (isGuessable(normal, names)) {
    throw new Refusal(
      'invalid',
      'This password is easy to guess: avoid common passwords and names of the account, also with digits added. A few unrelated words are best.',
    )
  }
  return hash(normal, work)
}

/** A password that was set under older rules still opens its account. */
export const rehashPassword = (password: string, work = usualWork): Promise<string> =>
  hash(normalise(password) ?? '', work)

/** Takes the same work whether or not there is a hash to check against. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const normal = normalise(password)
  const matches = await verify(stored ?? nobody, normal ?? '')
  return matches && stored !== undefined && normal !== undefined
}

export function needsRehash(stored: string, work = usualWork): boolean {
  const made = parseOptions(stored)
  return Object.entries(work).some(([name, value]) => made[name as keyof PasswordWork] !== value)
}

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Four groups of five easily read characters: 99 bits. */
export function readablePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** The same password typed on another keyboard gives the same characters. Undefined when it cannot be one. */
function normalise(password: string): string | undefined {
  if (password.length > longest * 4 || !password.isWellFormed()) return undefined
  const normal = password.normalize('NFKC')
  const length = [...normal].length
  return length >= shortest && length <= longest ? normal : undefined
}
