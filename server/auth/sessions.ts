import { randomBytes } from 'node:crypto'
import { Refusal } from '../core/kernel/decider.ts'
import { newId } from '../core/kernel/ids.ts'
import type { Database, Queryable } from '../store/db.ts'
import { newOneTimeToken, tokenHash } from './one-time-token.ts'
import { tokenLifetimeSeconds } from './signing-keys.ts'
import type { TokenSubject, Tokens } from './tokens.ts'

export type SignedIn = { token: string; refreshToken: string; expiresIn: number }

export type SessionLifetimes = { idleMs: number; absoluteMs: number }

const defaultLifetimes = { idleMs: 12 * 3_600_000, absoluteMs: 7 * 24 * 3_600_000 }
const keepEndedMs = 30 * 24 * 3_600_000

/**
 * A session is one sign-in and all refresh tokens that descend from it. A refresh token works once, with no grace:
 * a second use, even at the same moment, ends the session, because one of the two may be a thief. The price is a
 * sign-in for a client that lost the answer or asked twice.
 */
export function openSessions({
  db,
  clock,
  tokens,
  lifetimes = defaultLifetimes,
}: {
  db: Database
  clock: () => Date
  tokens: Pick<Tokens, 'prepare'>
  lifetimes?: SessionLifetimes | undefined
}) {
  const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

  return {
    /** Undefined when the password has changed since it was checked. */
    async start(member: TokenSubject, passwordHash: string): Promise<SignedIn | undefined> {
      const sign = await tokens.prepare()
      const now = clock()
      const sessionId = newId('ses', now, randomBytes(10))
      const refresh = newOneTimeToken()
      const token = await sign(member, sessionId)
      const started = await db.rows(
        `with unchanged as (
           select member_id from credentials where member_id = $2 and password_hash = $3 for share
         ), session as (
           insert into sign_in_sessions (id, member_id, created_at, expires_at)
           select $1, member_id, $4, $5 from unchanged returning id
         )
         insert into refresh_tokens (token_hash, session_id, created_at, expires_at)
         select $6, id, $4, $7 from session returning session_id`,
        [
          sessionId,
          member.id,
          passwordHash,
          now,
          after(now, lifetimes.absoluteMs),
          refresh.hash,
          after(now, lifetimes.idleMs),
        ],
      )
      if (started.length === 0) return undefined
      return { token, refreshToken: refresh.token, expiresIn: tokenLifetimeSeconds }
    },

    async refresh(refreshToken: string): Promise<SignedIn> {
      const sign = await tokens.prepare()
      const now = clock()
      const next = newOneTimeToken()
      const hash = tokenHash(refreshToken)
      const token = await db.transaction(async (tx) => {
        const [found] = await tx.rows<Presented>(
          `select r.used_at, r.expires_at > $2 as unexpired, s.id as session_id,
             m.id, m.username, m.display_name, m.roles
           from refresh_tokens r
           join sign_in_sessions s on s.id = r.session_id
           join members m on m.id = s.member_id
           where r.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and m.deactivated_at is null
           for update of r`,
          [hash, now],
        )
        if (!found) return undefined
        if (found.used_at) {
          await revoke(tx, found.session_id, now, 'refreshTokenReused')
          return undefined
        }
        if (!found.unexpired) return undefined
        await tx.rows(`update refresh_tokens set used_at = $2 where token_hash = $1`, [hash, now])
        await tx.rows(
          `insert into refresh_tokens (token_hash, session_id, created_at, expires_at) values ($1, $2, $3, $4)`,
          [next.hash, found.session_id, now, after(now, lifetimes.idleMs)],
        )
        return sign({ ...found, displayName: found.display_name }, found.session_id)
      })
      if (token === undefined) throw badRefreshToken()
      return { token, refreshToken: next.token, expiresIn: tokenLifetimeSeconds }
    },

    end: (sessionId: string) => revoke(db, sessionId, clock(), 'signedOut'),

    /** Used refresh tokens are kept as long as their session may live: they are how reuse is noticed. */
    async purge(): Promise<void> {
      await db.rows(`delete from sign_in_sessions where expires_at < $1`, [after(clock(), -keepEndedMs)])
    },
  }
}

export type Sessions = ReturnType<typeof openSessions>

export async function revokeSessionsOf(
  tx: Queryable,
  memberId: string,
  now: Date,
  because: 'deactivated' | 'passwordChanged',
): Promise<void> {
  await tx.rows(
    `update sign_in_sessions set revoked_at = $2, revoked_because = $3 where member_id = $1 and revoked_at is null`,
    [memberId, now, because],
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

async function revoke(tx: Queryable, sessionId: string, now: Date, because: string): Promise<void> {
  await tx.rows(
    `update sign_in_sessions set revoked_at = $2, revoked_because = $3 where id = $1 and revoked_at is null`,
    [sessionId, now, because],
  )
}
