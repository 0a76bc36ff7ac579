import type { Database, Queryable } from '../store/db.ts'
import { mergeable } from '../store/shared-reads.ts'
import { type CallerRow, callerFrom } from './authenticate.ts'
import type { Caller } from './can.ts'
import type { ExternalClaims } from './external-issuer.ts'
import { fold } from './members.ts'

const callerOfSubject = mergeable(
  `select m.id, m.username, m.display_name, m.kind, m.roles, m.teams, m.clearance
   from identities i join members m on m.id = i.member_id
   where i.issuer = $1 and i.subject = $2 and m.deactivated_at is null
     and not exists (select from ended_tokens where token_hash = $3)`,
  ['text', 'text', 'bytea'],
)

/** Who a person of an external issuer is here. */
export function openExternalMembers({ db, clock }: { db: Database; clock: () => Date }) {
  async function known(
    { issuer, subject, expiresAt }: ExternalClaims,
    token: Buffer,
    asked: Queryable,
  ): Promise<Caller | undefined> {
    const [row] = await asked.rows<CallerRow>(callerOfSubject, [issuer, subject, token])
    return row && callerFrom(row, token.toString('base64url'), expiresAt)
  }

  /**
   * Uses up an open invitation to the verified address. It needs one that is open: a member who signs in already,
   * by a password or as someone else, is not taken over by whoever has the address today.
   */
  async function link({ issuer, subject, email }: ExternalClaims): Promise<boolean> {
    if (email === undefined) return false
    const linked = await db.rows(
      `with invited as (
         update invitations i set used_at = $4 from members m
         where m.id = i.member_id and m.email_folded = $3 and m.deactivated_at is null
           and i.used_at is null and i.expires_at > $4
           and not exists (select from credentials c where c.member_id = m.id)
           and not exists (select from identities d where d.member_id = m.id)
         returning i.member_id
       )
       insert into identities (issuer, subject, member_id, linked_at)
       select $1, $2, member_id, $4 from invited
       on conflict do nothing returning member_id`,
      [issuer, subject, fold(email), clock()],
    )
    return linked.length > 0
  }

  return {
    async callerOf(
      claims: ExternalClaims,
      token: Buffer,
      first: Queryable = db,
    ): Promise<Caller | undefined> {
      const caller = await known(claims, token, first)
      if (caller || claims.email === undefined) return caller
      // Whether this request linked it or one beside it did.
      await link(claims)
      return known(claims, token, db)
    },

    /** The issuer knows nothing of it: the token is refused here until it expires. */
    async endToken({ sessionId, expiresAt }: Pick<Caller, 'sessionId' | 'expiresAt'>): Promise<void> {
      await db.rows(
        `insert into ended_tokens (token_hash, expires_at) values ($1, $2) on conflict do nothing`,
        [Buffer.from(sessionId, 'base64url'), expiresAt],
      )
    },

    async purge(): Promise<void> {
      await db.rows(`delete from ended_tokens where expires_at < $1::timestamptz - interval '1 hour'`, [
        clock(),
      ])
    },
  }
}
