import type { EndingCommand } from '@portico/contract/endings'
import { longerNames, type Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import type { Request } from '../app/engine/execute.ts'
import type { Portico } from '../app/portico.ts'
import { previewEnding } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Handlers, Input } from './route.ts'
import type { AnyInput } from './row-arguments.ts'
import type { Rows } from './served.ts'

type Name = keyof EndingCommand
type Sends = {
  [Each in 'docketCase' | 'linkCase' | 'signWorkProduct']: (
    given: NonNullable<EndingCommand[Each]>,
    input: Pick<Input<'previewEnding'>, 'params' | 'caller' | 'may'>,
    request: Request,
  ) => Promise<unknown>
}

/** What is asked of a command that is only tried. */
const why = '-'

/** Each command as its own route sends it. */
export function endingHandlers({ tasks, links, workProducts }: Portico, rows: Rows) {
  const byHand: Sends = {
    docketCase: ({ findings = [], ...given }, { params: { id: caseId }, may }, request) =>
      tasks.docket(request, {
        ...{ type: 'docket', caseId, findings, ...given },
        mayOverride: may('docketAnyway'),
      }),
    linkCase: (given, { params: { id } }, request) => links.link(request, id, given),
    signWorkProduct: ({ workProductId, ...given }, { params: { id: caseId }, caller, may }, request) => {
      const asked = { ...given, name: caller.displayName, mayOverride: may('signForOthers') }
      return workProducts.sign(request, { caseId, workProductId }, asked)
    },
  }

  return {
    previewEnding: async (input) => {
      const [[name, given] = []] = Object.entries(input.body) as [Name, never][]
      if (!name || !given) throw new Refusal('invalid', 'The body must name one command.')
      const { needs } = routes[name]
      await input.authorize(needs)
      const named = namedBy[name](given)
      const send = rows.sendOf(name)
      return {
        ending: await previewEnding(input.call(), named, (request) =>
          send
            ? Promise.resolve(send(asSent(name, given, input as never, request)))
            : byHand[name as keyof Sends](given, input, request),
        ),
      }
    },
  } satisfies Partial<Handlers>
}

/** What the route would be sent: some of it is in its path. */
function asSent(name: Name, given: Record<string, unknown>, input: AnyInput, request: Request): AnyInput {
  const { params, body }: Route = routes[name]
  const known: Record<string, string> = longerNames
  const path = Object.keys(params?.properties ?? {}).filter((key) => key !== 'id')
  const named = path.map((key) => [key, known[key] ?? key] as const)
  const others = Object.entries(given).filter(([key]) => !named.some(([, long]) => long === key))
  return {
    ...input,
    params: { ...input.params, ...Object.fromEntries(named.map(([key, long]) => [key, given[long]])) },
    body: { ...(body?.required?.includes('why') ? { why } : {}), ...Object.fromEntries(others) },
    call: () => request,
  }
}
