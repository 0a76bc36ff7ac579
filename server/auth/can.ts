import { type Action, actionNames, actions } from '@portico/contract/actions'
import type { Role } from '@portico/contract/profile/people'
import { isTakenWhenClosed } from '../core/closed-case.ts'

export type Mode = 'sandbox' | 'deployment'

/** Who asks, as every request learns it anew. */
export type Caller = {
  id: string
  username: string
  displayName: string
  roles: readonly string[]
  teams: readonly string[]
  /** They see cases up to this sensitivity. */
  clearance: number
  /** What events tell them; known once their roles are held against the profile. */
  readsDeliberations?: boolean
  readsTasks?: boolean
  sessionId: string
  expiresAt: Date
}

/** What a rule about one case looks at. */
export type CaseFacts = {
  id: string
  sensitivity: number
  representativeIds: readonly string[]
  isClosed?: boolean
}

export type Subject = { case?: CaseFacts }

export type Asking = Pick<Caller, 'id' | 'roles' | 'clearance'>

/** Which of all cases somebody sees: every one up to a sensitivity, those they represent, or both. */
export type Sight = { upTo: number | undefined; representedBy: string | undefined }

const openInSandbox: readonly Action[] = [
  'readCases',
  'readState',
  'readDeliberations',
  'markRead',
  'exportCase',
]
const anySource = '*'
const everything: Sight = { upTo: 2 ** 31 - 1, representedBy: undefined }

/**
 * Who may do what, by the roles of the profile in force. In a sandbox everyone who is signed in reads everything. In a
 * deployment a caller acts only on cases that they see. Asked of no case, an action is allowed that may be allowed on
 * some.
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

  function sightOf(caller: Asking): Sight {
    if (mode === 'sandbox') return everything
    const sees = held(caller).map(({ cases }) => cases)
    return {
      upTo: sees.includes('every') ? caller.clearance : undefined,
      representedBy: sees.includes('represented') ? caller.id : undefined,
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

  /** Sees cases only as one who represents somebody, in a deployment or not. */
  function isParty(caller: Asking): boolean {
    const sees = held(caller).map(({ cases }) => cases)
    return sees.includes('represented') && !sees.includes('every')
  }

  /** Whether they may claim the ids that another system has given. */
  function mayActFor(caller: Asking, source: string): boolean {
    return held(caller).some(
      ({ isAdministrator, sources = [] }) =>
        isAdministrator || sources.includes(source) || sources.includes(anySource),
    )
  }

  function can(caller: Asking, action: Action, subject: Subject = {}): boolean {
    const isSeen = subject.case ? mayRead(caller, subject.case) : seesAny(caller)
    if (actions[action] === 'toCase' && !isSeen) return false
    if (mode === 'sandbox' && openInSandbox.includes(action)) return true
    return held(caller).some(({ isAdministrator, may }) => isAdministrator || may.includes(action))
  }

  return {
    can,
    mayRead,
    isParty,
    sightOf,
    mayActFor,
    /** What may be done to a case, to be sent with it. */
    actionsOn: (caller: Asking, facts: CaseFacts): Action[] =>
      actionNames.filter(
        (action) =>
          actions[action] === 'toCase' &&
          can(caller, action, { case: facts }) &&
          (!facts.isClosed || isTakenWhenClosed(action, acceptsWhenClosed())),
      ),
  }
}

export type Permissions = ReturnType<typeof openPermissions>
