import type { Action } from '@portico/contract/actions'
import { deadLetters } from './decision/dead-letter.ts'
import { deliveries } from './decision/delivery.ts'
import { effectuation } from './decision/effectuation.ts'
import { remands } from './decision/remand.ts'
import { workProducts } from './decision/work-product.ts'
import { caseFacts } from './file/case-facts.ts'
import { caseFile } from './file/case-file.ts'
import { custody } from './file/custody.ts'
import { document } from './file/document.ts'
import { history } from './file/history.ts'
import { links } from './file/link.ts'
import { sources } from './file/source.ts'
import { issues } from './issue/issue.ts'
import { type Context, type Decider, Refusal } from './kernel/decider.ts'
import { letters } from './letter/letter.ts'
import { notification } from './notification/notification.ts'
import { party } from './party/party.ts'
import { powersOfAttorney } from './party/power-of-attorney.ts'
import { conference } from './session/conference.ts'
import { conferenceWatch } from './session/conference-watch.ts'
import { session } from './session/session.ts'
import { transcripts } from './session/transcript.ts'
import { priority } from './work/priority.ts'
import { work } from './work/work.ts'

/** Every decider of the core. */
export const deciders = [
  work,
  session,
  conference,
  conferenceWatch,
  transcripts,
  issues,
  caseFile,
  document,
  party,
  workProducts,
  remands,
  deliveries,
  deadLetters,
  effectuation,
  letters,
  notification,
  custody,
  priority,
  caseFacts,
  links,
  sources,
  history,
  powersOfAttorney,
]

const changingActions = new Set(deciders.flatMap(({ needs }) => Object.values<Action | null>(needs ?? {})))

/** How a case is closed. After a substitution, its file, issues and work continue in the substituted case. */
export type Closed = false | 'closed' | 'substituted'

/** Only a closed case accepts this. */
const closedOnly: Action = 'reopenCases'

const continuedElsewhere = new Set<Action | null>([
  ...[caseFile, document, issues, sources].flatMap(({ needs }) => Object.values<Action | null>(needs ?? {})),
  'recallDecisions',
  closedOnly,
])

/** Actions that extend another one. */
const extendedActions: Partial<Record<Action, Action>> = {
  docketAnyway: 'docket',
  removeAnyAnnotation: 'annotate',
  purgeByOrder: 'purgeCases',
}

export const isAcceptedWhenOpen = (action: Action): boolean => action !== closedOnly

/** A closed case accepts reads, and the actions that the profile lists. */
export function isAcceptedWhenClosed(
  action: Action,
  accepts: readonly string[],
  closed: Closed = 'closed',
): boolean {
  const base = extendedActions[action] ?? action
  if (closed === 'substituted' && continuedElsewhere.has(base)) return false
  return !changingActions.has(base) || base === closedOnly || accepts.includes(base)
}

/** The actions that the profile may allow on a closed case. */
export const closable = [...changingActions].filter((action) => action !== null && action !== closedOnly)

/** Refuses what the profile does not list for closed cases. The service may always finish its own work. */
export function refuseOnClosed(
  { name, needs = {} }: Pick<Decider<never, unknown>, 'name' | 'needs'>,
  command: { type: string },
  { actor, profile, closed = 'closed' }: Pick<Context, 'actor' | 'profile'> & { closed?: Closed },
) {
  if (actor.kind === 'system') return
  const action = (needs as Record<string, Action | null>)[command.type]
  if (action === undefined) throw new Error(`${name} does not say which action ${command.type} needs`)
  const { accepts } = profile.closedCases
  if (closed === 'substituted' && action !== null && continuedElsewhere.has(action))
    throw new Refusal(
      'stateForbids',
      'The case was continued as another one by a substitution: use that case, which is among its links.',
    )
  if (action === null || action === closedOnly || accepts.includes(action)) return
  throw new Refusal(
    'stateForbids',
    `The case is closed: it no longer accepts ${action}${accepts.length > 0 ? `, only ${accepts.join(', ')}` : ''}.`,
  )
}
