import { type IdentitySettings, openIdentity } from '../auth/identity.ts'
import type { PasswordWork } from '../auth/passwords.ts'
import { roles, sensitivity } from '../profile/default/people.ts'
import { teams } from '../profile/default/task-types.ts'
import type { Database } from '../store/db.ts'

/** Enough for a password that everybody knows. */
export const testWork: PasswordWork = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const testPassword = 'correct horse battery staple'

/** A clock that moves only when told to. */
export function testClock(start = '2026-11-15T09:00:00Z') {
  let nowMs = Date.parse(start)
  return {
    clock: () => new Date(nowMs),
    pass(ms: number) {
      nowMs += ms
    },
  }
}

/** The identity of one server process on a database; call it twice for two processes. */
export function testIdentity(db: Database, clock: () => Date, settings: Partial<IdentitySettings> = {}) {
  return openIdentity({
    db,
    clock,
    words: () => ({ roles, teams, sensitivity }),
    issuer: 'https://portico.example',
    secret: 'a secret that only the tests know.',
    passwordWork: testWork,
    ...settings,
  })
}

let people = 0

/** Someone with an account and a password, invited as anyone is. */
export async function givenPerson(
  identity: ReturnType<typeof openIdentity>,
  roles: readonly string[] = ['drafter'],
) {
  people++
  const email = `person${people}@example.org`
  const { token, member } = await identity.invite({
    email,
    username: `person${people}`,
    roles,
  })
  await identity.acceptInvitation({ token, password: testPassword })
  const { username } = member
  return {
    ...member,
    credentials: { username, password: testPassword, address: `192.0.2.${people % 250}` },
    email,
  }
}
