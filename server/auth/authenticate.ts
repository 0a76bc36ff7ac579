import type { Database } from '../store/db.ts'
import type { Caller } from './can.ts'
import { signedTokenHash, tokenHash } from './one-time-token.ts'
import { badToken, type Verified } from './tokens.ts'

type Expiring = { expiresAt: Date }

const mostRemembered = 10_000
const longestToken = 16_384

/**
 * From the bearer's token to the caller. A signature is verified once and remembered until the token expires; who
 * the caller is now, and whether they still may, is one small query on every request, so that a sign-out or a
 * deactivation holds at once in every process.
 */
export function openAuthenticate<Claims extends Expiring>({
  clock,
  verify,
  callerOf,
}: {
  clock: () => Date
  verify: (token: string) => Promise<Claims>
  callerOf: (claims: Claims, token: Buffer) => Promise<Caller | undefined>
}) {
  const remembered = new Map<string, Claims>()

  return async (token: string | undefined): Promise<Caller> => {
    if (!token || token.length > longestToken) throw badToken()
    // By the whole token: nothing is remembered of one whose signature was not verified.
    const key = tokenHash(token).toString('base64')
    let claims = remembered.get(key)
    remembered.delete(key)
    if (!claims || claims.expiresAt <= clock()) claims = await verify(token)
    remembered.set(key, claims)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!)
    const caller = await callerOf(claims, signedTokenHash(token))
    if (!caller) throw badToken()
    return caller
  }
}

/** For tokens of our own: the session is open, the member active and the key not revoked. */
export function openSessionCaller({ db, clock }: { db: Database; clock: () => Date }) {
  return async ({ memberId, sessionId, keyId, expiresAt }: Verified): Promise<Caller | undefined> => {
    const [row] = await db.rows<CallerRow>(
      `select m.id, m.username, m.display_name, m.roles, m.teams, m.clearance
       from sign_in_sessions s join members m on m.id = s.member_id
       where s.id = $1 and s.member_id = $2 and s.revoked_at is null and s.expires_at > $4
         and m.deactivated_at is null
         and exists (select from signing_keys where id = $3 and revoked_at is null)`,
      [sessionId, memberId, keyId, clock()],
    )
    return row && callerFrom(row, sessionId, expiresAt)
  }
}

export type CallerRow = {
  id: string
  username: string
  display_name: string
  roles: string[]
  teams: string[]
  clearance: number
}

export function callerFrom(row: CallerRow, sessionId: string, expiresAt: Date): Caller {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    roles: row.roles,
    teams: row.teams,
    clearance: row.clearance,
    sessionId,
    expiresAt,
  }
}
