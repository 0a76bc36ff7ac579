import { randomBytes } from 'node:crypto'
import type { MemberKind } from '@portico/contract/envelope'
import type { Role, Sensitivity } from '@portico/contract/profile/people'
import { Refusal } from '../core/kernel/decider.ts'
import { newId } from '../core/kernel/ids.ts'
import { namesOf, refuseUnknownWord } from '../core/kernel/known-words.ts'
import { askToFlag } from '../store/ask-to-flag.ts'
import { brokenConstraint, type Database, type Queryable } from '../store/db.ts'
import { addJobs } from '../store/jobs.ts'
import { refuseAccountBeyond, refuseGivingBeyond } from './authority.ts'
import { type Changer, commandLine, listChanges, type MemberChange, recordChange } from './member-changes.ts'
import { revokeSessionsOf } from './sessions.ts'

export type Member = {
  id: string
  username: string
  email: string | undefined
  displayName: string
  kind: MemberKind
  roles: string[]
  teams: string[]
  clearance: number
  active: boolean
  createdAt: Date
}

export type NewMember = {
  username: string
  email?: string | undefined
  displayName?: string | undefined
  kind?: MemberKind | undefined
  roles: readonly string[]
  teams?: readonly string[] | undefined
  clearance?: number | undefined
  isFirst?: boolean
}

/** The words of the profile that members are described in. */
export type PeopleWords = {
  roles: readonly Role[]
  teams: readonly { name: string; label: string }[]
  sensitivity: Sensitivity
}

export type ChangedMember = {
  displayName?: string | undefined
  roles?: readonly string[] | undefined
  teams?: readonly string[] | undefined
  clearance?: number | undefined
}

export type DirectoryFilter = {
  text?: string | undefined
  usernames?: readonly string[] | undefined
  role?: string | undefined
  team?: string | undefined
}

const columns = `id, username, email, display_name, kind, roles, teams, clearance, created_at, deactivated_at`

/** Everyone who may act here, and what they are. Whoever leaves is deactivated, never deleted; every change is kept. */
export function openMembers({
  db,
  clock,
  words,
}: {
  db: Database
  clock: () => Date
  words: () => PeopleWords
}) {
  const changing = createChanging({ db, clock, words })

  return {
    /** In the order of usernames; `after` is the id of the last member of the page before. */
    async list({ after, limit = 200 }: { after?: string; limit?: number } = {}): Promise<Member[]> {
      const rows = await db.rows<MemberRow>(
        `select ${columns} from members where username_folded > $1 order by username_folded limit $2`,
        [await usernameAt(db, after), limit],
      )
      return rows.map(memberOf)
    },

    /** By username, or else by email address. */
    async find(name: string): Promise<Member | undefined> {
      const [row] = await db.rows<MemberRow>(
        `select ${columns} from members where username_folded = $1 or email_folded = $1
         order by username_folded = $1 desc limit 1`,
        [fold(name)],
      )
      return row && memberOf(row)
    },

    get: (memberId: string) => findMember(db, memberId),

    /** Those who may act here now, in the order of usernames, for whoever picks one of them. */
    async directory(asked: DirectoryFilter & { after?: string; limit: number }): Promise<Member[]> {
      const { text, usernames, role, team, after, limit } = asked
      if (role !== undefined) refuseUnknownWord('role', role, namesOf(words().roles))
      if (team !== undefined) refuseUnknownWord('team', team, namesOf(words().teams))
      const rows = await db.rows<MemberRow>(
        `select ${columns} from members
         where (deactivated_at is null or $6::text[] is not null) and username_folded > $1
           and ($2::text is null or strpos(username_folded, $2) > 0 or strpos(lower(display_name), $2) > 0)
           and ($3::text is null or roles @> array[$3::text]) and ($4::text is null or teams @> array[$4::text])
           and ($6::text[] is null or username_folded = any($6))
         order by username_folded limit $5`,
        [
          await usernameAt(db, after),
          text === undefined ? null : fold(text),
          role ?? null,
          team ?? null,
          limit,
          usernames?.map(fold) ?? null,
        ],
      )
      return rows.map(memberOf)
    },

    changes: (asked?: { memberId?: string; after?: number; limit?: number }) => listChanges(db, asked),

    /** All of it or none. They see cases up to their clearance; it holds from their next request on. */
    change: async (memberId: string, asked: ChangedMember, by = commandLine): Promise<Member> => {
      const to = checkedChange(asked, words())
      refuseGivingBeyond(by.authority, to)
      const administrators = administratorRoles(words())
      const endsAdministrator =
        to.roles !== undefined && !to.roles.some((role) => administrators.includes(role))
      await changing(
        memberId,
        by,
        async (tx, before) => {
          const changes = changesBetween(before, to)
          if (changes.length > 0)
            await tx.rows(
              `update members set display_name = $2, roles = $3, teams = $4, clearance = $5 where id = $1`,
              [
                memberId,
                to.displayName ?? before.displayName,
                to.roles ?? before.roles,
                to.teams ?? before.teams,
                to.clearance ?? before.clearance,
              ],
            )
          return changes
        },
        { endsAdministrator },
      )
      return (await findMember(db, memberId)) as Member
    },

    /**
     * Takes effect on the member's next request, in every process. `refuse` may say no while the member is locked.
     */
    deactivate: (memberId: string, by = commandLine, refuse?: (tx: Queryable) => Promise<void>) => {
      const end = async (tx: Queryable, { active }: Member, now: Date): Promise<MemberChange[]> => {
        await refuse?.(tx)
        await tx.rows(`delete from invitations where member_id = $1 and used_at is null`, [memberId])
        await revokeSessionsOf(tx, memberId, now, 'deactivated')
        if (!active) return []
        await tx.rows(`update members set deactivated_at = $2 where id = $1`, [memberId, now])
        return [{ kind: 'deactivated' }]
      }
      return changing(memberId, by, end, { endsAdministrator: true })
    },

    reactivate: (memberId: string, by = commandLine) =>
      changing(memberId, by, async (tx, { active }) => {
        if (active) return []
        await tx.rows(`update members set deactivated_at = null where id = $1`, [memberId])
        return [{ kind: 'reactivated' }]
      }),
  }
}

/** Locks the member, changes it, and records what was changed by whom; a change that changes nothing leaves no trace. */
const createChanging =
  ({ db, clock, words }: { db: Database; clock: () => Date; words: () => PeopleWords }) =>
  (
    memberId: string,
    by: Changer,
    change: (tx: Queryable, before: Member, now: Date) => Promise<MemberChange[]>,
    { endsAdministrator = false } = {},
  ) =>
    db.transaction(async (tx) => {
      const now = clock()
      if (endsAdministrator) await refuseWithoutAdministrator(tx, memberId, administratorRoles(words()))
      const [row] = await tx.rows<MemberRow>(
        `select ${columns} from members where id = $1 for no key update`,
        [memberId],
      )
      if (!row) throw new Refusal('notFound', 'There is no such member.')
      refuseAccountBeyond(by.authority, memberOf(row))
      const changes = await change(tx, memberOf(row), now)
      for (const made of changes) await recordChange(tx, { at: now, memberId, by, change: made })
      // They may sit in sessions in which they could not, or the other way round.
      if (changes.length > 0) await askToFlag(tx, memberId)
      if (changes.some(({ kind }) => kind === 'roles' || kind === 'clearance'))
        await addJobs(tx, [{ name: 'releaseTasks', key: memberId, payload: { memberId } }])
    })

export async function addMember(
  tx: Queryable,
  member: NewMember,
  { words, by, now }: { words: PeopleWords; by: Changer; now: Date },
): Promise<Member> {
  const { kind = 'person' } = member
  const roles = checkedRoles(member.roles, words)
  refuseGivingBeyond(by.authority, { roles, clearance: member.clearance })
  const clearance = member.isFirst
    ? highestOf(words)
    : checkedClearance(member.clearance ?? words.sensitivity.ofNewMembers, words)
  const teams = checkedTeams(member.teams ?? [], words)
  const username = checkedUsername(member.username)
  const email = member.email === undefined ? undefined : checkedEmail(member.email)
  const displayName = checkedLine(member.displayName ?? username, 'display name', 200)
  try {
    const [row] = await tx.rows<MemberRow>(
      `insert into members
         (id, username, username_folded, email, email_folded, display_name, roles, clearance, is_first, created_at,
          teams, kind)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       returning ${columns}`,
      [
        newId('mem', now, randomBytes(10)),
        username,
        fold(username),
        email,
        email && fold(email),
        displayName,
        roles,
        clearance,
        member.isFirst ?? false,
        now,
        teams,
        kind,
      ],
    )
    const added = memberOf(row!)
    await recordChange(tx, {
      at: now,
      memberId: added.id,
      by,
      change: {
        kind: 'added',
        roles,
        clearance,
        ...(teams.length > 0 ? { teams } : {}),
        ...(kind === 'person' ? {} : { as: kind }),
      },
    })
    return added
  } catch (error) {
    if (brokenConstraint(error)) throw taken()
    throw error
  }
}

export async function renameMember(
  tx: Queryable,
  { memberId, from, to }: { memberId: string; from: string; to: string },
  { by, now }: { by: Changer; now: Date },
): Promise<void> {
  try {
    const name = checkedUsername(to)
    await tx.rows(`update members set username = $2, username_folded = $3 where id = $1`, [
      memberId,
      name,
      fold(name),
    ])
    await recordChange(tx, { at: now, memberId, by, change: { kind: 'renamed', from, to: name } })
  } catch (error) {
    if (brokenConstraint(error)) throw taken()
    throw error
  }
}

/** Locks an account that somebody is about to change, unless it is above them. */
export async function lockMember(tx: Queryable, memberId: string, by: Changer): Promise<void> {
  const [row] = await tx.rows<MemberRow>(`select ${columns} from members where id = $1 for no key update`, [
    memberId,
  ])
  if (row) refuseAccountBeyond(by.authority, memberOf(row))
}

export async function findMember(tx: Queryable, memberId: string): Promise<Member | undefined> {
  const [row] = await tx.rows<MemberRow>(`select ${columns} from members where id = $1`, [memberId])
  return row && memberOf(row)
}

/** A member may be renamed while somebody reads the list: it goes on from where they are now. */
async function usernameAt(db: Queryable, memberId: string | undefined): Promise<string> {
  if (memberId === undefined) return ''
  const [row] = await db.rows<{ username: string }>(
    `select username_folded as username from members where id = $1`,
    [memberId],
  )
  if (!row) throw new Refusal('invalid', 'after must be the `next` of the page before.')
  return row.username
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
  kind: MemberKind
  roles: string[]
  teams: string[]
  clearance: number
  created_at: Date
  deactivated_at: Date | null
}

function memberOf(row: MemberRow): Member {
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? undefined,
    displayName: row.display_name,
    kind: row.kind,
    roles: row.roles,
    teams: row.teams,
    clearance: row.clearance,
    active: row.deactivated_at === null,
    createdAt: row.created_at,
  }
}

const administratorRoles = ({ roles }: PeopleWords) =>
  roles.filter(({ isAdministrator }) => isAdministrator).map(({ name }) => name)

const highestOf = ({ sensitivity }: PeopleWords) => Math.max(...sensitivity.levels.map(({ level }) => level))

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one) => others.includes(one))

async function refuseWithoutAdministrator(
  tx: Queryable,
  memberId: string,
  administratorRoles: readonly string[],
): Promise<void> {
  // Locked in one order, so that of two administrators who remove each other at once one stays.
  const administrators = await tx.rows<{ id: string; hasCome: boolean }>(
    `select id, exists (select from credentials c where c.member_id = m.id)
       or exists (select from identities i where i.member_id = m.id) as "hasCome"
     from members m where roles && $1 and deactivated_at is null order by id for no key update`,
    [administratorRoles],
  )
  // Whoever was invited and never came cannot let anybody in.
  const able = administrators.filter(({ hasCome }) => hasCome)
  const [last, ...others] = able.length > 0 ? able : administrators
  if (others.length === 0 && last?.id === memberId) {
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
  if (!/^[^\s@]+@[^\s@]+$/.test(line))
    throw new Refusal('invalid', 'email must be an email address, like name@example.org.')
  return line
}

/** One line without control or invisible formatting characters, so that no name can pass for another on a screen. */
export function checkedLine(text: string, what: string, longest: number): string {
  const line = text.length > longest * 4 || !text.isWellFormed() ? '' : text.normalize('NFKC').trim()
  if (line === '' || line.length > longest || /[\p{C}\p{Zl}\p{Zp}]/u.test(line)) {
    throw new Refusal('invalid', `A ${what} must be one line of 1 to ${longest} characters.`)
  }
  return line
}

function checkedRoles(roles: readonly string[], words: PeopleWords): string[] {
  for (const role of roles) refuseUnknownWord('role', role, namesOf(words.roles))
  return [...new Set(roles)]
}

function checkedTeams(teams: readonly string[], words: PeopleWords): string[] {
  for (const team of teams) refuseUnknownWord('team', team, namesOf(words.teams))
  return [...new Set(teams)]
}

function checkedClearance(clearance: number, { sensitivity }: PeopleWords): number {
  const levels = sensitivity.levels.map(({ level }) => level)
  if (levels.includes(clearance)) return clearance
  throw new Refusal('invalid', `There is no sensitivity ${clearance}: the levels are ${levels.join(', ')}.`)
}

function checkedChange({ displayName, roles, teams, clearance }: ChangedMember, words: PeopleWords) {
  return {
    displayName: displayName === undefined ? undefined : checkedLine(displayName, 'display name', 200),
    roles: roles && checkedRoles(roles, words),
    teams: teams && checkedTeams(teams, words),
    clearance: clearance === undefined ? undefined : checkedClearance(clearance, words),
  }
}

function changesBetween(before: Member, to: ReturnType<typeof checkedChange>): MemberChange[] {
  const changes: MemberChange[] = []
  for (const kind of ['roles', 'teams'] as const) {
    const after = to[kind]
    if (after && !isSame(before[kind], after)) changes.push({ kind, from: before[kind], to: after })
  }
  const { clearance, displayName } = to
  if (clearance !== undefined && clearance !== before.clearance)
    changes.push({ kind: 'clearance', from: before.clearance, to: clearance })
  if (displayName !== undefined && displayName !== before.displayName)
    changes.push({ kind: 'displayName', from: before.displayName, to: displayName })
  return changes
}
