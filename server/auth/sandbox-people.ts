import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '../core/kernel/decider.ts'
import type { Database } from '../store/db.ts'
import type { Changer } from './member-changes.ts'
import { addMember, fold, type PeopleWords } from './members.ts'
import type { Secret } from './secret.ts'
import type { Sessions, SignedIn } from './sessions.ts'

export type SandboxPerson = { username: string; displayName: string; roles: string[]; teams: string[] }
export type OfferedPerson = SandboxPerson & { id: string }

const by: Changer = { id: 'sandbox', name: 'sandbox' }

/** The invented people of a sandbox. They have no password: whoever may ask for them signs in by picking one. */
export function openSandboxPeople({
  db,
  clock,
  words,
  sessions,
  secret,
}: {
  db: Database
  clock: () => Date
  words: () => PeopleWords
  sessions: Pick<Sessions, 'startWithoutPassword'>
  secret: Pick<Secret, 'mac'>
}) {
  const list = () =>
    db.rows<OfferedPerson>(
      `select m.id, m.username, m.display_name as "displayName", m.roles, m.teams
       from sandbox_people p join members m on m.id = p.member_id
       where m.deactivated_at is null order by p.place`,
    )

  const code = secret.mac('the people of the sandbox').toString('base64url')

  return {
    list,

    /** What only who has started the service knows. It stays the same, so that a browser can remember it. */
    code,

    isCode(given: string): boolean {
      const [ours, theirs] = [Buffer.from(code), Buffer.from(given)]
      return ours.length === theirs.length && timingSafeEqual(ours, theirs)
    },

    /** Adds those who are missing, as far as the profile knows what they are. A name that somebody has stays theirs. */
    async ensure(people: readonly SandboxPerson[]): Promise<void> {
      const known = words()
      const isKnown = (listed: readonly { name: string }[], name: string) =>
        listed.some((one) => one.name === name)
      await db.transaction(async (tx) => {
        await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.sandbox-people'))`)
        const taken = await tx.rows<{ name: string }>(
          `select username_folded as name from members where username_folded = any($1)`,
          [people.map(({ username }) => fold(username))],
        )
        const names = new Set(taken.map(({ name }) => name))
        for (const [place, person] of people.entries()) {
          const roles = person.roles.filter((role) => isKnown(known.roles, role))
          if (names.has(fold(person.username)) || roles.length === 0) continue
          const teams = person.teams.filter((team) => isKnown(known.teams, team))
          const member = await addMember(tx, { ...person, roles, teams }, { words: known, by, now: clock() })
          await tx.rows(`insert into sandbox_people (member_id, place) values ($1, $2)`, [member.id, place])
        }
      })
    },

    async signIn(memberId: string): Promise<SignedIn> {
      const person = (await list()).find(({ id }) => id === memberId)
      const signedIn = person && (await sessions.startWithoutPassword(person))
      if (!signedIn) throw new Refusal('notFound', 'There is no such person in this sandbox.')
      return signedIn
    },
  }
}

export type SandboxPeople = ReturnType<typeof openSandboxPeople>
