import { Refusal } from '../core/kernel/decider.ts'
import type { Database } from '../store/db.ts'
import { openGate } from './gate.ts'
import type { Guessing } from './guessing.ts'
import { fold } from './members.ts'
import { needsRehash, type PasswordWork, passwordMatches, rehashPassword } from './passwords.ts'
import type { Sessions, SignedIn } from './sessions.ts'

export type Credentials = { username: string; password: string; isBrowser?: boolean }

/** Gives what the right password opens, or nothing. What it opens is opened only once the attempt may pass. */
export type PasswordCheck = (credentials: Credentials) => Promise<Opening | undefined>
type Opening = () => Promise<SignedIn | undefined>

/**
 * One answer, after the same work, for a wrong password, an unknown account and a deactivated one.
 * Few are tried at once, because each attempt counts as a failure until it has succeeded.
 */
export function openSignIn({
  guessing,
  check,
  width,
}: {
  guessing: Guessing
  check: PasswordCheck
  width: number
}) {
  const gate = openGate({ width, waiting: 200 })

  return (credentials: Credentials & { address: string }): Promise<SignedIn> =>
    gate(async () => {
      const attempt = await guessing.begin(credentials)
      const mayPass = !attempt.held || attempt.fromKnownAddress
      let signedIn: SignedIn | undefined
      try {
        const open = await check(credentials)
        if (mayPass) signedIn = await open?.()
      } catch (error) {
        await attempt.abandoned().catch(() => {})
        throw error
      }
      if (!signedIn) throw attempt.held ?? wrongCredentials()
      await attempt.succeeded()
      return signedIn
    })
}

/** Checks against our own accounts. */
export function openPasswordCheck({
  db,
  sessions,
  matches = passwordMatches,
  passwordWork,
}: {
  db: Database
  sessions: Pick<Sessions, 'start'>
  matches?: typeof passwordMatches
  passwordWork?: PasswordWork | undefined
}): PasswordCheck {
  return async ({ username, password, isBrowser = false }) => {
    const [account] = await db.rows<Account>(
      `select m.id, m.username, m.display_name, m.roles, c.password_hash
       from members m join credentials c on c.member_id = m.id
       where m.username_folded = $1 and m.deactivated_at is null`,
      [fold(username)],
    )
    const isRight = await matches(account?.password_hash, password)
    if (!isRight || !account) return undefined
    const { display_name: displayName, password_hash: stored, ...member } = account
    return async () => {
      const signedIn = await sessions.start({ ...member, displayName }, stored, { isBrowser })
      if (signedIn && needsRehash(stored, passwordWork)) {
        await db.rows(
          `update credentials set password_hash = $3 where member_id = $1 and password_hash = $2`,
          [member.id, stored, await rehashPassword(password, passwordWork)],
        )
      }
      return signedIn
    }
  }
}

export function wrongCredentials(): Refusal {
  return new Refusal('unauthenticated', 'The username or the password is wrong.')
}

type Account = { id: string; username: string; display_name: string; roles: string[]; password_hash: string }
