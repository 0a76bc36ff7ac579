import { randomBytes } from 'node:crypto'
import { newId } from '../core/ids.ts'
import { Refusal } from '../core/kernel.ts'
import { brokenConstraint, type Database, type Queryable } from '../store/db.ts'
import { roles as knownRoles, type Role } from './can.ts'
import { revokeSessionsOf } from './sessions.ts'

export type Member = {
  id: string
  username: string
  email: string | undefined
  displayName: string
  roles: Role[]
  teams: string[]
  active: boolean
  createdAt: Date
}

export type NewMember = {
  username: string
  email?: string | undefined
  displayName?: string | undefined
  roles: readonly string[]
  isFirst?: boolean
}

/** Everyone who may act here, and what they are. Whoever leaves is deactivated, never deleted. */
export function openMembers({ db, clock }: { db: Database; clock: () => Date }) {
  return {
    /** In the order of usernames; `after` is the last username of the page before. */
    async list({ after = '', limit = 200 }: { after?: string; limit?: number } = {}): Promise<Member[]> {
      const rows = await db.rows<MemberRow>(
        `select id, username, email, display_name, roles, teams, created_at, deactivated_at
         from members where username_folded > $1 order by username_folded limit $2`,
        [fold(after), limit],
      )
      return rows.map(memberOf)
    },

    /** By username, or else by email address. */
    async find(name: string): Promise<Member | undefined> {
      const [row] = await db.rows<MemberRow>(
        `select id, username, email, display_name, roles, teams, created_at, deactivated_at
         from members where username_folded = $1 or email_folded = $1
         order by username_folded = $1 desc limit 1`,
        [fold(name)],
      )
      return row && memberOf(row)
    },

    setRoles: ({ memberId, roles }: { memberId: string; roles: readonly string[] }) =>
      db.transaction(async (tx) => {
        const next = checkedRoles(roles)
        if (!next.includes('administrator')) await refuseWithoutAdministrator(tx, memberId)
        await changeOne(tx, `update members set roles = $2 where id = $1 returning id`, [memberId, next])
      }),

    setTeams: ({ memberId, teams }: { memberId: string; teams: readonly string[] }) =>
      changeOne(db, `update members set teams = $2 where id = $1 returning id`, [
        memberId,
        checkedTeams(teams),
      ]),

    /** Takes effect on the member's next request, in every process. */
    deactivate: (memberId: string) =>
      db.transaction(async (tx) => {
        const now = clock()
        await refuseWithoutAdministrator(tx, memberId)
        await changeOne(
          tx,
          `update members set deactivated_at = coalesce(deactivated_at, $2) where id = $1 returning id`,
          [memberId, now],
        )
        await tx.rows(`delete from invitations where member_id = $1 and used_at is null`, [memberId])
        await revokeSessionsOf(tx, memberId, now, 'deactivated')
      }),

    reactivate: (memberId: string) =>
      changeOne(db, `update members set deactivated_at = null where id = $1 returning id`, [memberId]),
  }
}

export async function addMember(tx: Queryable, member: NewMember, now: Date): Promise<Member> {
  const username = checkedUsername(member.username)
  const email = member.email === undefined ? undefined : checkedEmail(member.email)
  const displayName = checkedLine(member.displayName ?? username, 'display name', 200)
  try {
    const [row] = await tx.rows<MemberRow>(
      `insert into members
         (id, username, username_folded, email, email_folded, display_name, roles, is_first, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       returning id, username, email, display_name, roles, teams, created_at, deactivated_at`,
      [
        newId('mem', now, randomBytes(10)),
        username,
        fold(username),
        email,
        email && fold(email),
        displayName,
        checkedRoles(member.roles),
        member.isFirst ?? false,
        now,
      ],
    )
    return memberOf(row!)
  } catch (error) {
    if (brokenConstraint(error)) throw taken()
    throw error
  }
}

export async function renameMember(tx: Queryable, memberId: string, username: string): Promise<void> {
  try {
    const name = checkedUsername(username)
    await changeOne(tx, `update members set username = $2, username_folded = $3 where id = $1 returning id`, [
      memberId,
      name,
      fold(name),
    ])
  } catch (error) {
    if (brokenConstraint(error)) throw taken()
    throw error
  }
}

/** Which of these ids name nobody who may act here. */
export async function unknownMembers(tx: Queryable, memberIds: readonly string[]): Promise<string[]> {
  if (memberIds.length === 0) return []
  const rows = await tx.rows<{ id: string }>(
    `select named.id from unnest($1::text[]) as named (id)
     where not exists (select from members m where m.id = named.id and m.deactivated_at is null)`,
    [memberIds],
  )
  return rows.map(({ id }) => id)
}

/** The form in which two spellings of one name are the same. Empty for what can be no name. */
export function fold(name: string): string {
  if (name.length > 1000 || !name.isWellFormed() || name.includes('\0')) return ''
  return name.normalize('NFKC').trim().toLowerCase()
}

type MemberRow = {
  id: string
  username: string
  email: string | null
  display_name: string
  roles: Role[]
  teams: string[]
  created_at: Date
  deactivated_at: Date | null
}

function memberOf(row: MemberRow): Member {
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? undefined,
    displayName: row.display_name,
    roles: row.roles,
    teams: row.teams,
    active: row.deactivated_at === null,
    createdAt: row.created_at,
  }
}

async function changeOne(tx: Queryable, text: string, values: readonly unknown[]): Promise<void> {
  const changed = await tx.rows(text, values)
  if (changed.length === 0) throw new Refusal('notFound', 'There is no such member.')
}

async function refuseWithoutAdministrator(tx: Queryable, memberId: string): Promise<void> {
  // Locked in one order, so that of two administrators who remove each other at once one stays.
  const administrators = await tx.rows<{ id: string }>(
    `select id from members where 'administrator' = any(roles) and deactivated_at is null order by id for no key update`,
  )
  if (administrators.length === 1 && administrators[0]?.id === memberId) {
    throw new Refusal('stateForbids', 'This is the last administrator: name another one first.')
  }
}

function taken(): Refusal {
  return new Refusal('conflict', 'There is already an account with this username or email address.')
}

function checkedUsername(username: string): string {
  return checkedLine(username, 'username', 100)
}

function checkedEmail(email: string): string {
  const line = checkedLine(email, 'email address', 254)
  if (!/^[^\s@]+@[^\s@]+$/.test(line)) throw new Refusal('invalid', 'This is not an email address.')
  return line
}

/** One line without control or invisible formatting characters, so that no name can pass for another on a screen. */
function checkedLine(text: string, what: string, longest: number): string {
  const line = text.length > longest * 4 || !text.isWellFormed() ? '' : text.normalize('NFKC').trim()
  if (line === '' || line.length > longest || /[\p{C}\p{Zl}\p{Zp}]/u.test(line)) {
    throw new Refusal('invalid', `A ${what} is one line of 1 to ${longest} characters.`)
  }
  return line
}

function checkedRoles(roles: readonly string[]): Role[] {
  const unknown = roles.find((role) => !knownRoles.some((known) => known === role))
  if (unknown !== undefined) {
    throw new Refusal('invalid', `There is no role "${unknown}". The roles are ${knownRoles.join(', ')}.`)
  }
  return [...new Set(roles)] as Role[]
}

function checkedTeams(teams: readonly string[]): string[] {
  return [...new Set(teams.map((team) => checkedLine(team, 'team', 100)))]
}
