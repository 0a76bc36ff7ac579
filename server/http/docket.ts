import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import type { Handlers } from './route.ts'

/** Putting a case on a docket, and how it came to stand where it stands. */
export function docketHandlers(portico: Portico) {
  const { tasks } = portico

  return {
    docketCase: async ({ params, body, now, call, may }) => {
      const { findings = [], ends, ...given } = body
      const command = { type: 'docket' as const, caseId: params.id, findings, ...given }
      const request = { ...call(), confirm: endsOnly(ends, namedBy.docketCase()) }
      await tasks.docket(request, { ...command, mayOverride: may('docketAnyway') })
      return portico.cases.state(params.id, now)
    },
  } satisfies Partial<Handlers>
}
