import type { Action } from '@portico/contract/actions'
import type { DeliveryCommand } from './decision/delivery.ts'
import type { EffectuationCommand } from './decision/effectuation.ts'
import type { WorkProductCommand } from './decision/work-product.ts'
import type { CaseFactsCommand } from './file/case-facts.ts'
import type { CaseFileCommand } from './file/case-file.ts'
import type { CustodyCommand } from './file/custody.ts'
import type { DocumentCommand } from './file/document.ts'
import type { HistoryCommand } from './file/history.ts'
import type { LinkCommand } from './file/link.ts'
import type { IssueCommand } from './issue/commands.ts'
import { type Context, Refusal } from './kernel/decider.ts'
import type { PartyCommand } from './party/party.ts'
import type { PowerCommand } from './party/power-of-attorney.ts'
import type { SessionCommand } from './session/session.ts'
import type { PriorityCommand } from './work/priority.ts'
import type { WorkCommand } from './work/work.ts'

/** What a command is called where roles are allowed it; null for what the service does by itself. */
type ActionsOf<Command extends { type: string }> = Record<Command['type'], Action | null>

const work: ActionsOf<WorkCommand> = {
  react: null,
  settle: null,
  requireOpen: null,
  begin: null,
  bring: null,
  bringTask: 'workTasks',
  fireTimer: null,
  releaseTask: null,
  docket: 'docket',
  refuseDocketing: 'docket',
  openTask: 'workTasks',
  routeMail: 'routeMail',
  assignTask: 'workTasks',
  startTask: 'workTasks',
  holdTask: 'workTasks',
  resumeTask: 'workTasks',
  completeTask: 'workTasks',
  cancelTask: 'workTasks',
  instructTask: 'workTasks',
}

const session: ActionsOf<SessionCommand> = {
  requestSession: 'manageSessions',
  bringSession: 'manageSessions',
  placeSession: 'manageSessions',
  endSession: 'manageSessions',
}

const issues: ActionsOf<IssueCommand> = {
  addIssue: 'editIssues',
  editIssue: 'editIssues',
  orderIssues: 'editIssues',
  splitIssue: 'editIssues',
  mergeIssues: 'editIssues',
  removeIssue: 'editIssues',
  restoreIssue: 'editIssues',
  decideIssue: 'decideIssues',
  undecideIssue: 'decideIssues',
  cite: 'citeEvidence',
  uncite: 'citeEvidence',
  followCitations: null,
}

const caseFile: ActionsOf<CaseFileCommand> = {
  openCase: null,
  fileDocuments: 'fileDocuments',
  reviseDocument: 'curateDocuments',
  divideDocument: 'curateDocuments',
  arrangeDocuments: 'arrange',
}

const document: ActionsOf<DocumentCommand> = {
  tag: 'tag',
  untag: 'tag',
  annotate: 'annotate',
  removeAnnotation: 'annotate',
  setRead: 'markRead',
  editDocument: 'curateDocuments',
  setStatus: 'curateDocuments',
  link: 'curateDocuments',
  setLinked: 'curateDocuments',
  reanchor: null,
}

const party: ActionsOf<PartyCommand> = {
  recordParty: 'keepParties',
  removeParty: 'keepParties',
  represent: 'keepParties',
  revokeRepresentation: 'keepParties',
  mergeParty: 'keepParties',
  followParty: null,
  noticeParty: null,
  renameOpened: null,
  grantAccess: 'grantAccess',
  withdrawAccess: null,
}

const workProducts: ActionsOf<WorkProductCommand> = {
  draft: 'draft',
  save: 'draft',
  submit: 'draft',
  discard: 'draft',
  return: 'reviewDrafts',
  comment: 'commentOnDrafts',
  setResolved: 'commentOnDrafts',
  sign: 'signDecisions',
  release: 'releaseDecisions',
  releaseIfReady: null,
  recall: 'recallDecisions',
  recallInForce: null,
  seal: null,
}

const deliveries: ActionsOf<DeliveryCommand> = {
  oweDeliveries: null,
  withdrawDeliveries: null,
  receiptDelivery: 'recordDeliveries',
  failDelivery: 'recordDeliveries',
}

const effectuations: ActionsOf<EffectuationCommand> = {
  reportEffectuation: 'reportEffectuation',
}

const custody: ActionsOf<CustodyCommand> = {
  placeHold: 'holdCases',
  liftHold: 'holdCases',
  setSensitivity: 'setSensitivity',
  purge: 'purgeCases',
}

const priority: ActionsOf<PriorityCommand> = {
  ruleOnMotion: 'advanceCases',
  weighAge: null,
  courtRemand: null,
}

const caseFacts: ActionsOf<CaseFactsCommand> = { correctCase: 'correctCases' }
const links: ActionsOf<LinkCommand> = { linkCase: 'linkCases' }
const history: ActionsOf<HistoryCommand> = { recordHistory: null }
const powersOfAttorney: ActionsOf<PowerCommand> = { watchPowers: null }

/** By the name of the decider, and the type of the command. */
export const actionOfCommand: Record<string, Record<string, Action | null>> = {
  work,
  session,
  issues,
  caseFile,
  document,
  party,
  workProducts,
  deliveries,
  effectuations,
  custody,
  priority,
  caseFacts,
  links,
  history,
  powersOfAttorney,
}

const changing = new Set(Object.values(actionOfCommand).flatMap((actions) => Object.values(actions)))

/** Actions that only widen another one. */
const widens: Partial<Record<Action, Action>> = {
  docketAnyway: 'docket',
  removeAnyAnnotation: 'annotate',
  purgeByOrder: 'purgeCases',
}

/** Whether a closed case takes an action: any that only reads, and those that the profile names. */
export function isTakenWhenClosed(action: Action, accepts: readonly string[]): boolean {
  const meant = widens[action] ?? action
  return !changing.has(meant) || accepts.includes(meant)
}

/** The actions that a list of what a closed case takes may name. */
export const closable = [...changing].filter((action) => action !== null)

/** What a closed case takes is a list of the profile. The service itself finishes what it has begun. */
export function refuseOnClosed(
  decider: string,
  command: { type: string },
  { actor, profile }: Pick<Context, 'actor' | 'profile'>,
) {
  if (actor.kind === 'system') return
  const action = actionOfCommand[decider]?.[command.type]
  if (action === undefined)
    throw new Error(`nothing says what ${command.type} of ${decider} is on a closed case`)
  const { accepts } = profile.closedCases
  if (action === null || accepts.includes(action)) return
  throw new Refusal(
    'stateForbids',
    `The case is closed: it does not take ${action} any more, only ${accepts.join(', ') || 'nothing'}.`,
  )
}
