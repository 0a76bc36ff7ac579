import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function sourceHandlers({ sources }: Portico) {
  return {
    lookAtSources: ({ params, body, caller, access }) =>
      sources.look(params.id, caller.id, { seen: body.version, version: access.version }),
  } satisfies Partial<Handlers>
}
