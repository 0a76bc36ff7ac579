import { randomBytes } from 'node:crypto'
import type { MemberKind } from '@portico/contract/envelope'
import { Refusal } from '../core/kernel/decider.ts'
import { newId } from '../core/kernel/ids.ts'
import { dayMs, msLater } from '../core/time/moments.ts'
import type { Database, Queryable } from '../store/db.ts'
import { createAcceptInvitation } from './accept-invitation.ts'
import { refuseAccountBeyond } from './authority.ts'
import { type Changer, commandLine, recordChange } from './member-changes.ts'
import { addMember, fold, lockMember, type Member, type PeopleWords } from './members.ts'
import { newOneTimeToken } from './one-time-token.ts'
import type { PasswordWork } from './passwords.ts'
import { revokeSessionsOf } from './sessions.ts'

export type Invitation = { id: string; token: string; expiresAt: Date }

export type OpenInvitation = {
  id: string
  memberId: string
  username: string
  email: string | null
  createdAt: Date
  expiresAt: Date
}

const lifetimeMs = 7 * dayMs

/** The only way in: a one-time link that sets the password of an account an administrator made. */
export function openInvitations({
  db,
  clock,
  words,
  passwordWork,
}: {
  db: Database
  clock: () => Date
  words: () => PeopleWords
  passwordWork?: PasswordWork | undefined
}) {
  return {
    invite: ({
      email,
      username = email,
      displayName,
      kind,
      roles,
      teams,
      clearance,
      by = commandLine,
    }: {
      email: string
      username?: string | undefined
      displayName?: string | undefined
      kind?: MemberKind | undefined
      roles: readonly string[]
      teams?: readonly string[] | undefined
      clearance?: number | undefined
      by?: Changer
    }): Promise<Invitation & { member: Member }> =>
      db.transaction(async (tx) => {
        const now = clock()
        const member = await addMember(
          tx,
          { email, username, displayName, kind, roles, teams, clearance },
          { words: words(), by, now },
        )
        return { member, ...(await newLink(tx, member.id, now)) }
      }),

    /**
     * A new link for a lost one or a forgotten password; the links before it stop working, and sessions end: whoever needs
     * it has lost the password, or somebody else has it. `refuse` may say no, knowing whether the account has been used.
     */
    inviteAgain: (
      name: string,
      by = commandLine,
      refuse?: (account: { hasCome: boolean; email: string | null }) => void,
    ): Promise<Invitation & { username: string; hasCome: boolean }> =>
      db.transaction(async (tx) => {
        const [member] = await tx.rows<{
          id: string
          username: string
          email: string | null
          clearance: number
          roles: string[]
          hasCome: boolean
        }>(
          `select id, username, email, clearance, roles,
             exists (select from credentials c where c.member_id = m.id)
               or exists (select from identities i where i.member_id = m.id) as "hasCome"
           from members m
           where (username_folded = $1 or email_folded = $1) and deactivated_at is null
           order by username_folded = $1 desc limit 1 for no key update`,
          [fold(name)],
        )
        if (!member) throw new Refusal('notFound', 'There is no active account with this name.')
        refuseAccountBeyond(by.authority, member)
        const { id, username, email, hasCome } = member
        refuse?.({ hasCome, email })
        const now = clock()
        await recordChange(tx, { at: now, memberId: id, by, change: { kind: 'invitedAgain' } })
        await revokeSessionsOf(tx, id, now, 'invitedAgain')
        return { username, hasCome, ...(await newLink(tx, id, now)) }
      }),

    /** Links that work still, the first first. */
    open: async (): Promise<OpenInvitation[]> =>
      db.rows<OpenInvitation>(
        `select i.id, i.member_id as "memberId", m.username, m.email, i.created_at as "createdAt",
           i.expires_at as "expiresAt"
         from invitations i join members m on m.id = i.member_id
         where i.used_at is null and i.expires_at > $1 and m.deactivated_at is null
         order by i.created_at, i.id limit 1000`,
        [clock()],
      ),

    /** The link stops working; the account stays, without a password unless it had one. */
    withdraw: (invitationId: string, by = commandLine): Promise<void> =>
      db.transaction(async (tx) => {
        const [gone] = await tx.rows<{ member_id: string }>(
          `delete from invitations where id = $1 and used_at is null returning member_id`,
          [invitationId],
        )
        if (!gone) throw new Refusal('notFound', 'There is no open invitation with this id.')
        await lockMember(tx, gone.member_id, by)
        const change = { kind: 'invitationWithdrawn' } as const
        await recordChange(tx, { at: clock(), memberId: gone.member_id, by, change })
      }),

    accept: createAcceptInvitation({ db, clock, passwordWork }),
  }
}

async function newLink(tx: Queryable, memberId: string, now: Date): Promise<Invitation> {
  const { token, hash } = newOneTimeToken()
  const expiresAt = msLater(now, lifetimeMs)
  const id = newId('inv', now, randomBytes(10))
  await tx.rows(`delete from invitations where member_id = $1 and used_at is null`, [memberId])
  await tx.rows(
    `insert into invitations (id, member_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [id, memberId, hash, now, expiresAt],
  )
  return { id, token, expiresAt }
}
