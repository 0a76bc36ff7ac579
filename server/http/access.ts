import type { Portico } from '../app/portico.ts'
import type { Action, Caller, Permissions, Subject } from '../auth/can.ts'
import { Refusal } from '../core/kernel.ts'

/** A case that may not be seen answers exactly like one that does not exist. */
export async function authorize(
  portico: Portico,
  caller: Caller,
  action: Action,
  caseId: string,
): Promise<number> {
  const version = await portico.caseVersion(caseId)
  const subject = { case: { id: caseId } }
  if (!portico.permissions.mayRead(caller, subject.case))
    throw new Refusal('notFound', 'There is no case with this id.')
  refuseUnlessAllowed(portico, caller, [action], subject)
  return version
}

/** For what is about no case, or about none yet; of several actions one is enough. */
export function refuseUnlessAllowed(
  { permissions }: { permissions: Permissions },
  caller: Caller,
  actions: readonly Action[],
  subject?: Subject,
): void {
  if (actions.some((action) => permissions.can(caller, action, subject))) return
  throw new Refusal('forbidden', 'Your roles do not allow this.')
}
