import { hash } from 'node:crypto'
import type { MemberKind } from '@portico/contract/envelope'
import type { Database, Queryable } from '../store/db.ts'
import { mergeable, shareReads } from '../store/shared-reads.ts'
import type { Caller } from './can.ts'
import { signedTokenHash } from './one-time-token.ts'
import { badToken, type Verified } from './tokens.ts'

type Expiring = { expiresAt: Date }

/** What is read beside it travels with the question of who the caller is. */
export type Authenticate = (
  token: string | undefined,
  beside?: (reads: Queryable) => Promise<unknown>,
) => Promise<Caller>

const mostRemembered = 10_000
const longestToken = 16_384

/**
 * From the bearer's token to the caller. A signature is verified once and remembered until the token expires; who
 * the caller is now, and whether they still may, is one small query on every request, so that a sign-out or a
 * deactivation holds at once in every process.
 */
export function openAuthenticate<Claims extends Expiring>({
  db,
  clock,
  verify,
  callerOf,
}: {
  db: Database
  clock: () => Date
  verify: (token: string) => Promise<Claims>
  callerOf: (claims: Claims, token: Buffer, first: Queryable) => Promise<Caller | undefined>
}): Authenticate {
  const remembered = new Map<string, { verified: Claims; signed: Buffer }>()
  const reads = shareReads(db)

  return async (token, beside) => {
    if (!token || token.length > longestToken) throw badToken()
    // By the whole token: nothing is remembered of one whose signature was not verified.
    const key = hash('sha256', token, 'base64')
    let known = remembered.get(key)
    remembered.delete(key)
    if (!known || known.verified.expiresAt <= clock())
      known = { verified: await verify(token), signed: signedTokenHash(token) }
    remembered.set(key, known)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!)
    const { verified, signed } = known
    const [caller] = await Promise.all([callerOf(verified, signed, reads), beside?.(reads)])
    if (!caller) throw badToken()
    return caller
  }
}

const callerOfSession = mergeable(
  `select m.id, m.username, m.display_name, m.kind, m.roles, m.teams, m.clearance, s.expires_at as "sessionEnds"
   from sign_in_sessions s join members m on m.id = s.member_id
   where s.id = $1 and s.member_id = $2 and s.revoked_at is null and m.deactivated_at is null
     and exists (select from signing_keys where id = $3 and revoked_at is null)`,
  ['text', 'text', 'text'],
)

/** For tokens of our own: the session is open, the member active and the key not revoked. */
export function openSessionCaller({ db, clock }: { db: Database; clock: () => Date }) {
  return async (
    { memberId, sessionId, keyId, expiresAt }: Verified,
    _token?: Buffer,
    asked: Queryable = db,
  ): Promise<Caller | undefined> => {
    const [row] = await asked.rows<CallerRow & { sessionEnds: Date }>(callerOfSession, [
      sessionId,
      memberId,
      keyId,
    ])
    return row && row.sessionEnds > clock() ? callerFrom(row, sessionId, expiresAt) : undefined
  }
}

/**
 * A caller as they are by now, for a request that has lasted: their token may have expired meanwhile, but they may have been
 * signed out, deactivated or given other roles too.
 */
export function openCallerNow(db: Queryable) {
  return async ({ id, sessionId, expiresAt }: Caller): Promise<Caller> => {
    const [row] = await db.rows<CallerRow>(
      `select m.id, m.username, m.display_name, m.kind, m.roles, m.teams, m.clearance
       from members m where m.id = $1 and m.deactivated_at is null
         and not exists (select from sign_in_sessions where id = $2 and revoked_at is not null)
         and not exists (select from ended_tokens where token_hash = $3)`,
      [id, sessionId, Buffer.from(sessionId, 'base64url')],
    )
    if (!row) throw badToken()
    return callerFrom(row, sessionId, expiresAt)
  }
}

export type CallerRow = {
  id: string
  username: string
  display_name: string
  kind: MemberKind
  roles: string[]
  teams: string[]
  clearance: number
}

export function callerFrom(row: CallerRow, sessionId: string, expiresAt: Date): Caller {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    kind: row.kind,
    roles: row.roles,
    teams: row.teams,
    clearance: row.clearance,
    sessionId,
    expiresAt,
  }
}
