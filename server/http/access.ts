import { type Action, ofPersons } from '@portico/contract/actions'
import { isIntegration } from '@portico/contract/envelope'
import type { Portico } from '../app/portico.ts'
import type { CaseFacts, Permissions } from '../auth/can.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'

export type CaseAccess = { version: number; textRevision: number | null; facts: CaseFacts }

/**
 * A case that may not be seen answers exactly like one that does not exist. From then on the caller reads as they may read
 * this one.
 */
export async function authorizeOnCase(
  { caseAccess, permissions }: Pick<Portico, 'caseAccess' | 'permissions'>,
  caller: Caller,
  actions: readonly Action[],
  caseId: string,
): Promise<CaseAccess> {
  const access = await caseAccess.find(caseId, caller.seen)
  const facts = access && { id: caseId, ...access }
  if (
    access?.purgedAt &&
    facts &&
    permissions.mayRead(caller, facts) &&
    permissions.can(caller, 'readTombstones')
  )
    throw new Refusal('notFound', 'This case was purged: its tombstone says when, and by which rule.')
  if (!facts || access?.purgedAt || !permissions.mayRead(caller, facts))
    throw new Refusal('notFound', 'There is no case with this id.')
  if (!actions.some((action) => permissions.can(caller, action, { case: facts })))
    throw notAllowed(caller, actions)
  Object.assign(caller, permissions.readingOf(caller, facts))
  caller.concealed = await caseAccess.concealedFrom(caseId, caller)
  return { version: access.version, textRevision: access.textRevision, facts }
}

/** For what is about no case, or about none yet. */
export function authorizeAtAll(
  { permissions }: { permissions: Permissions },
  caller: Caller,
  actions: readonly Action[],
): void {
  if (!actions.some((action) => permissions.can(caller, action))) throw notAllowed(caller, actions)
}

/** Only who acts for another system says which case has which of its ids, so that nobody else can try them out. */
export function refuseUnlessActingFor(
  { permissions }: { permissions: Permissions },
  caller: Caller,
  source: string,
): void {
  if (permissions.mayActFor(caller, source)) return
  throw new Refusal('forbidden', `Your roles do not act for the source ${source}: leave its ids out.`)
}

/** Whether a case may be named to a caller. */
export async function maySee(
  portico: Pick<Portico, 'caseAccess' | 'permissions'>,
  caller: Caller,
  caseId: string,
): Promise<boolean> {
  const access = await portico.caseAccess.find(caseId)
  return (
    access !== undefined && !access.purgedAt && portico.permissions.mayRead(caller, { id: caseId, ...access })
  )
}

function notAllowed(caller: Caller, actions: readonly Action[]): Refusal {
  if (isIntegration(caller) && actions.every((action) => ofPersons.includes(action)))
    return new Refusal('forbidden', 'Only a person may do this, and this is the account of an integration.')
  const named = actions.map((action) => `\`${action}\``)
  const missing =
    named.length === 1
      ? `the action ${named[0]}`
      : `the action ${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
  return new Refusal('forbidden', `Your roles do not allow this: it needs ${missing}.`)
}
