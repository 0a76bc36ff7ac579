import { randomBytes } from 'node:crypto'
import { Refusal } from '../core/kernel/decider.ts'
import { newId } from '../core/kernel/ids.ts'
import { dayMs, msLater } from '../core/time/moments.ts'
import type { Database, Queryable } from '../store/db.ts'
import { newOneTimeToken, tokenHash } from './one-time-token.ts'
import type { Secret } from './secret.ts'
import { tokenLifetimeSeconds } from './signing-keys.ts'
import type { TokenSubject, Tokens } from './tokens.ts'

export type SignedIn = { token: string; refreshToken: string; expiresIn: number }

/** A browser keeps its refresh token in a cookie. */
type Kind = { isBrowser?: boolean }

export type SessionLifetimes = { idleMs: number; absoluteMs: number }

const defaultLifetimes = { idleMs: 12 * 3_600_000, absoluteMs: 7 * dayMs }
const keepEndedMs = 30 * dayMs
/** For how long a browser gets the same answer again: a page that is reloaded has often lost it. */
const repeatMs = 30_000

/**
 * A session is one sign-in and all refresh tokens that descend from it. A refresh token works once, with no grace:
 * a second use, even at the same moment, ends the session, because one of the two may be a thief. The price is a
 * sign-in for a client that lost the answer or asked twice.
 *
 * The token of a browser is in a cookie that no script reads, and every reload of a page uses it: each token is derived
 * from the one before, so that a second use within seconds gets the same successor, as long as nobody has used that.
 */
export function openSessions({
  db,
  clock,
  tokens,
  secret,
  lifetimes = defaultLifetimes,
}: {
  db: Database
  clock: () => Date
  tokens: Pick<Tokens, 'prepare'>
  secret: Pick<Secret, 'mac'>
  lifetimes?: SessionLifetimes | undefined
}) {
  const after = (now: Date, ms: number) => msLater(now, ms)
  const successorOf = (refreshToken: string) => {
    const token = secret.mac(`refresh token after ${refreshToken}`).toString('base64url')
    return { token, hash: tokenHash(token) }
  }

  /** Undefined when the statement finds nobody. */
  async function begin(
    statement: string,
    member: TokenSubject,
    isBrowser: boolean,
    ...proof: readonly unknown[]
  ): Promise<SignedIn | undefined> {
    const sign = await tokens.prepare()
    const now = clock()
    const sessionId = newId('ses', now, randomBytes(10))
    const refresh = newOneTimeToken()
    const token = await sign(member, sessionId)
    const started = await db.rows(statement, [
      sessionId,
      member.id,
      now,
      after(now, lifetimes.absoluteMs),
      isBrowser,
      refresh.hash,
      after(now, lifetimes.idleMs),
      ...proof,
    ])
    if (started.length === 0) return undefined
    return { token, refreshToken: refresh.token, expiresIn: tokenLifetimeSeconds }
  }

  return {
    /** Undefined when the password has changed since it was checked. */
    start: (member: TokenSubject, passwordHash: string, { isBrowser = false }: Kind = {}) =>
      begin(startWithPassword, member, isBrowser, passwordHash),

    /** Undefined when the passkey was removed or used since it was checked. */
    startWithPasskey: (
      member: TokenSubject,
      passkey: { id: string; before: number; counter: number },
      { isBrowser = false }: Kind = {},
    ) => begin(startWithPasskey, member, isBrowser, passkey.id, passkey.before, passkey.counter),

    /** For a browser: of somebody who needs no password, because there is nothing real behind it. */
    startWithoutPassword: (member: TokenSubject) => begin(startWithoutPassword, member, true),

    async refresh(refreshToken: string, { isBrowser = false }: Kind = {}): Promise<SignedIn> {
      const sign = await tokens.prepare()
      const now = clock()
      const next = isBrowser ? successorOf(refreshToken) : newOneTimeToken()
      const hash = tokenHash(refreshToken)
      const token = await db.transaction(async (tx) => {
        const [found] = await tx.rows<Presented>(
          `select r.used_at, r.expires_at > $2 as unexpired, s.id as session_id,
             m.id, m.username, m.display_name, m.roles
           from refresh_tokens r
           join sign_in_sessions s on s.id = r.session_id
           join members m on m.id = s.member_id
           where r.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and m.deactivated_at is null
             and s.is_browser = $3
           for update of r`,
          [hash, now, isBrowser],
        )
        if (!found) return undefined
        const subject = { ...found, displayName: found.display_name }
        if (found.used_at) {
          const isRepeated =
            isBrowser && found.used_at > after(now, -repeatMs) && (await isUnused(tx, next.hash))
          if (isRepeated) return sign(subject, found.session_id)
          await revoke(tx, found.session_id, now, 'refreshTokenReused')
          return undefined
        }
        if (!found.unexpired) return undefined
        await tx.rows(`update refresh_tokens set used_at = $2 where token_hash = $1`, [hash, now])
        await tx.rows(
          `insert into refresh_tokens (token_hash, session_id, created_at, expires_at) values ($1, $2, $3, $4)`,
          [next.hash, found.session_id, now, after(now, lifetimes.idleMs)],
        )
        return sign(subject, found.session_id)
      })
      if (token === undefined) throw badRefreshToken()
      return { token, refreshToken: next.token, expiresIn: tokenLifetimeSeconds }
    },

    end: (sessionId: string) => revoke(db, sessionId, clock(), 'signedOut'),

    /** Whoever holds a refresh token of a session may end it, also one that was used. */
    async endByRefreshToken(refreshToken: string): Promise<void> {
      const [found] = await db.rows<{ session_id: string }>(
        `select session_id from refresh_tokens where token_hash = $1`,
        [tokenHash(refreshToken)],
      )
      if (found) await revoke(db, found.session_id, clock(), 'signedOut')
    },

    /** Used refresh tokens are kept as long as their session may live: they are how reuse is noticed. */
    async purge(): Promise<void> {
      await db.rows(`delete from sign_in_sessions where expires_at < $1`, [after(clock(), -keepEndedMs)])
    },
  }
}

const startOf = (member: string) => `with found as (${member}), session as (
   insert into sign_in_sessions (id, member_id, created_at, expires_at, is_browser, passkey_id)
   select $1, member_id, $3, $4, $5, passkey_id from found returning id
 )
 insert into refresh_tokens (token_hash, session_id, created_at, expires_at)
 select $6, id, $3, $7 from session returning session_id`

const startWithPassword = startOf(
  `select member_id, null::text as passkey_id from credentials where member_id = $2 and password_hash = $8 for share`,
)
const startWithPasskey = startOf(
  `update passkeys set counter = $10, last_used_at = $3 where id = $8 and counter = $9 and member_id = $2
   returning member_id, id as passkey_id`,
)
const startWithoutPassword = startOf(
  `select id as member_id, null::text as passkey_id from members where id = $2`,
)

export type Sessions = ReturnType<typeof openSessions>

export async function revokeSessionsOf(
  tx: Queryable,
  memberId: string,
  now: Date,
  because: 'deactivated' | 'passwordChanged' | 'invitedAgain',
  except?: string,
): Promise<void> {
  await tx.rows(
    `update sign_in_sessions set revoked_at = $2, revoked_because = $3
     where member_id = $1 and revoked_at is null and id is distinct from $4`,
    [memberId, now, because, except ?? null],
  )
}

export async function revokeSessionsOfPasskey(
  tx: Queryable,
  passkeyId: string,
  now: Date,
  except?: string,
): Promise<void> {
  await tx.rows(
    `update sign_in_sessions set revoked_at = $2, revoked_because = 'passkeyRemoved'
     where passkey_id = $1 and revoked_at is null and id is distinct from $3`,
    [passkeyId, now, except ?? null],
  )
}

export function badRefreshToken(): Refusal {
  return new Refusal('unauthenticated', 'This refresh token is no longer valid: sign in again.')
}

type Presented = {
  used_at: Date | null
  unexpired: boolean
  session_id: string
  id: string
  username: string
  display_name: string
  roles: string[]
}

async function isUnused(tx: Queryable, hash: Buffer): Promise<boolean> {
  const found = await tx.rows(`select from refresh_tokens where token_hash = $1 and used_at is null`, [hash])
  return found.length > 0
}

async function revoke(tx: Queryable, sessionId: string, now: Date, because: string): Promise<void> {
  await tx.rows(
    `update sign_in_sessions set revoked_at = $2, revoked_because = $3 where id = $1 and revoked_at is null`,
    [sessionId, now, because],
  )
}
