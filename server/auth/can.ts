import { type Action, actionNames, actions, ofPersons } from '@portico/contract/actions'
import type { Reading } from '@portico/contract/audience'
import { isIntegration, type MemberKind } from '@portico/contract/envelope'
import type { Role } from '@portico/contract/profile/people'
import { isAcceptedWhenClosed, isAcceptedWhenOpen } from '../core/closed-case.ts'
import type { Authority } from './authority.ts'

export type Mode = 'sandbox' | 'deployment'

/** Who asks, as every request learns it anew. */
export type Caller = {
  id: string
  username: string
  displayName: string
  kind: MemberKind
  roles: readonly string[]
  teams: readonly string[]
  /** They see cases up to this sensitivity. */
  clearance: number
  sessionId: string
  expiresAt: Date
}

/** What a rule about one case looks at. */
export type CaseFacts = {
  id: string
  sensitivity: number
  representativeIds: readonly string[]
  isClosed?: boolean
  /** It goes on as another. */
  isSubstituted?: boolean
}

export type Subject = { case?: CaseFacts }

export type Asking = Pick<Caller, 'id' | 'roles' | 'clearance'> & { kind?: MemberKind }

/** Which of all cases somebody sees: every one up to a sensitivity, those they represent, or both. */
export type Sight = { upTo: number | undefined; representedBy: string | undefined }

const openInSandbox: readonly Action[] = ['readCases', 'readState', 'markRead', 'exportCase']
const anySource = '*'
const everything: Sight = { upTo: 2 ** 31 - 1, representedBy: undefined }

/**
 * Who may do what, by the roles of the profile in force. In a sandbox everyone who is signed in sees every case, and of
 * each no more than their roles read. In a deployment a caller acts only on cases that they see. Whoever represents a
 * party of a case is that there, and nothing else, also when the role that represents was taken from them. Asked of no
 * case, an action is allowed that may be allowed on some.
 */
export function openPermissions({
  mode,
  roles,
  acceptsWhenClosed = () => [],
}: {
  mode: Mode
  roles: () => readonly Role[]
  /** What the profile allows on a closed case. */
  acceptsWhenClosed?: () => readonly string[]
}) {
  const held = (caller: Asking) => roles().filter(({ name }) => caller.roles.includes(name))
  const isOfParty = ({ cases }: Role) => cases === 'represented'

  /** The roles that count on a case: those that represent, on a case of somebody they represent; elsewhere the others. */
  function rolesOn(caller: Asking, facts: CaseFacts): readonly Role[] {
    const all = held(caller)
    if (facts.representativeIds.includes(caller.id)) return all.filter(isOfParty)
    return all.some(({ cases }) => cases === 'every') ? all.filter((role) => !isOfParty(role)) : all
  }

  function representing(caller: Asking): string | undefined {
    return held(caller).some(isOfParty) ? caller.id : undefined
  }

  function sightOf(caller: Asking): Sight {
    if (mode === 'sandbox') return everything
    return {
      upTo: held(caller).some(({ cases }) => cases === 'every') ? caller.clearance : undefined,
      representedBy: representing(caller),
    }
  }

  function mayRead(caller: Asking, facts: CaseFacts): boolean {
    const { upTo, representedBy } = sightOf(caller)
    if (upTo !== undefined && facts.sensitivity <= upTo) return true
    return representedBy !== undefined && facts.representativeIds.includes(representedBy)
  }

  function seesAny(caller: Asking): boolean {
    const { upTo, representedBy } = sightOf(caller)
    return upTo !== undefined || representedBy !== undefined
  }

  /** Whether they may claim the ids that another system has given. */
  function mayActFor(caller: Asking, source: string): boolean {
    return held(caller).some(
      ({ isAdministrator, sources = [] }) =>
        isAdministrator || sources.includes(source) || sources.includes(anySource),
    )
  }

  function can(caller: Asking, action: Action, subject: Subject = {}): boolean {
    if (isIntegration(caller) && ofPersons.includes(action)) return false
    const isSeen = subject.case ? mayRead(caller, subject.case) : seesAny(caller)
    if (actions[action] === 'toCase' && !isSeen) return false
    if (mode === 'sandbox' && openInSandbox.includes(action)) return true
    return allow(subject.case ? rolesOn(caller, subject.case) : held(caller), action)
  }

  /** How somebody reads a case; of no case in particular, as they read those that they represent nobody on. */
  function readingOf(caller: Asking, facts?: CaseFacts): { audience: Reading; curates: boolean } {
    const all = facts ? rolesOn(caller, facts) : held(caller)
    const counting = all.every(isOfParty) ? [] : all.filter((role) => !isOfParty(role))
    return { audience: audienceOf(counting), curates: allow(counting, 'curateDocuments') }
  }

  /** Whether a role has nothing that somebody's own roles lack. One that the profile does not know has nothing. */
  function mayGive(caller: Asking, name: string): boolean {
    const own = held(caller)
    const role = roles().find((one) => one.name === name)
    if (!role || own.some(({ isAdministrator }) => isAdministrator)) return true
    return (
      !role.isAdministrator &&
      (role.cases !== 'every' || own.some(({ cases }) => cases === 'every')) &&
      role.may.every((action) => own.some(({ may }) => may.includes(action))) &&
      (role.sources ?? []).every((source) => mayActFor(caller, source))
    )
  }

  return {
    can,
    mayRead,
    /** How far they may go who administer accounts. */
    authorityOf: (caller: Asking): Authority => ({
      clearance: caller.clearance,
      mayGive: (role) => mayGive(caller, role),
    }),
    readingOf,
    sightOf,
    mayActFor,
    /** What may be done to a case, to be sent with it. */
    actionsOn: (caller: Asking, facts: CaseFacts): Action[] =>
      actionNames.filter(
        (action) =>
          actions[action] === 'toCase' &&
          can(caller, action, { case: facts }) &&
          (facts.isClosed
            ? isAcceptedWhenClosed(
                action,
                acceptsWhenClosed(),
                facts.isSubstituted ? 'substituted' : 'closed',
              )
            : isAcceptedWhenOpen(action)),
      ),
  }
}

function allow(roles: readonly Role[], action: Action): boolean {
  return roles.some(({ isAdministrator, may }) => isAdministrator || may.includes(action))
}

/** Without any role that works here, somebody reads as a party does. */
function audienceOf(roles: readonly Role[]): Reading {
  if (roles.some(({ isAdministrator }) => isAdministrator)) return 'administration'
  if (allow(roles, 'readDeliberations')) return 'deliberation'
  if (allow(roles, 'workTasks')) return 'staff'
  return roles.length > 0 ? 'integration' : 'party'
}

export type Permissions = ReturnType<typeof openPermissions>
