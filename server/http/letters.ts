import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

/** Sees no case but those that they represent. */
const nothing = -1

export function letterHandlers({ letters, permissions, caseAccess }: Portico) {
  return {
    findLetters: async ({ query: { status, after, limit = 100 }, caller }) => {
      const { upTo = nothing } = permissions.sightOf(caller)
      return letters.ofAllCases(
        { status },
        { upTo, barred: await caseAccess.representedCases(caller), after, limit },
      )
    },
  } satisfies Partial<Handlers>
}
