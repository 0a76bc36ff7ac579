import type { Actor } from '@portico/contract/envelope'
import type { OfferedPerson } from '../../auth/sandbox-people.ts'

export type SandboxActors = {
  of(username: string): Actor | undefined
  person(username: string): OfferedPerson | undefined
}

/** The people of the sandbox as those who act. */
export async function sandboxActors(list: () => Promise<OfferedPerson[]>): Promise<SandboxActors> {
  const people = new Map((await list()).map((person) => [person.username, person]))
  return {
    person: (username) => people.get(username),
    of(username) {
      const person = people.get(username)
      return person && { id: person.id, name: person.username, kind: 'person' }
    },
  }
}
