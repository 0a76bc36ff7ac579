import type { Audience } from './audience.ts'
import { fromThisOrigin, neededFor, type Route, type Trace, traceLeftBy } from './route.ts'

/** What the row says in words, then what follows from it: who may call it, whom the response is for, what is recorded. */
export function descriptionOf(route: Route): string {
  const { description = '' } = route
  return [sentence(description), whoMay(route), readBy[route.audience], tracedAs(traceLeftBy(route))]
    .filter((one) => one !== '')
    .join(' ')
}

const sentence = (text: string) => (/[.!?]$|^$/.test(text) ? text : `${text}.`)

/** Where that is narrower, or wider, than whom the actions are for. */
const readBy: Record<Audience, string> = {
  deliberation: 'The response is for those who draft, review and sign.',
  staff: '',
  integration: 'Connected systems may read the response.',
  party: '',
}

function whoMay(route: Route): string {
  const { needs } = route
  if (route.isSigned) return 'No token is needed: the request is signed with the secret of the binding.'
  if (route.isByLink) return 'No token is needed: the body has that of a personal link.'
  if (route.isForOwnPages) return route.description?.includes(fromThisOrigin) ? '' : fromThisOrigin
  if (route.public) return 'No token is needed.'
  const actions = neededFor(route)
  if (actions?.length === 0) return 'Anyone who is signed in may.'
  if (actions) return `Needs ${oneOf(actions)}.`
  const { dependsOnRequest } = needs as { dependsOnRequest: readonly string[] }
  return `Needs ${oneOf(dependsOnRequest)}, depending on the request.`
}

const oneOf = (actions: readonly string[]) =>
  actions.length === 1
    ? `the action \`${actions[0]}\``
    : `one of the actions ${actions.map((one) => `\`${one}\``).join(', ')}`

function tracedAs(trace: Trace | undefined): string {
  if (!trace) return ''
  const said = Object.entries(trace).map(([kind, what]) => `${kind} of \`${what}\``)
  return `Recorded in the access log of the case: ${said.join(', or ')}.`
}
