import { accessGrantsOver } from '../access-grants.ts'
import { type Calls, listOf } from '../calls.ts'
import { casesOver } from '../cases.ts'
import { custodyOver } from '../custody.ts'
import { decisionsOver } from '../decisions.ts'
import { deliveriesOver } from '../deliveries.ts'
import { distributionOver } from '../distribution.ts'
import { PorticoError } from '../errors.ts'
import { issuesOver } from '../issues.ts'
import { directoryOver, invitationsOver, membersOver, meOver, teamsOver } from '../members.ts'
import { partiesOver } from '../parties.ts'
import type { Portico } from '../portico.ts'
import { profileOver } from '../profile.ts'
import { queuesOver } from '../queues.ts'
import { type RouteName, routes } from '../routes.ts'
import { sessionsOver } from '../sessions.ts'
import { tasksOver } from '../tasks.ts'
import { workProductsOver } from '../work-products.ts'

type UnplayedName =
  | 'tasks'
  | 'queues'
  | 'distribution'
  | 'sessions'
  | 'parties'
  | 'accessGrants'
  | 'me'
  | 'directory'
  | 'members'
  | 'teams'
  | 'invitations'
  | 'issues'
  | 'workProducts'
  | 'decisions'
  | 'deliveries'
  | 'profile'
  | 'custody'

/** Methods of your own, for what the mock does not play; or in the place of what it plays of `cases`. */
export type MockParts = { [Name in UnplayedName | 'cases']?: Partial<Portico[Name]> | undefined }

/** The work on a case follows the rules of a profile, which only the service has: here every call of it fails. */
export function unplayedParts(given: MockParts): Pick<Portico, UnplayedName> {
  return {
    tasks: { ...tasksOver(nowhere('tasks')), ...given.tasks },
    queues: { ...queuesOver(nowhere('queues')), ...given.queues },
    distribution: { ...distributionOver(nowhere('distribution')), ...given.distribution },
    sessions: { ...sessionsOver(nowhere('sessions')), ...given.sessions },
    accessGrants: { ...accessGrantsOver(nowhere('accessGrants')), ...given.accessGrants },
    me: { ...meOver(nowhere('me')), ...given.me },
    directory: { ...directoryOver(nowhere('directory')), ...given.directory },
    members: { ...membersOver(nowhere('members')), ...given.members },
    teams: { ...teamsOver(nowhere('teams')), ...given.teams },
    invitations: { ...invitationsOver(nowhere('invitations')), ...given.invitations },
    parties: { ...partiesOver(nowhere('parties')), ...given.parties },
    issues: { ...issuesOver(nowhere('issues')), ...given.issues },
    workProducts: { ...workProductsOver(nowhere('workProducts')), ...given.workProducts },
    decisions: { ...decisionsOver(nowhere('decisions')), ...given.decisions },
    deliveries: { ...deliveriesOver(nowhere('deliveries')), ...given.deliveries },
    profile: { ...profileOver(nowhere('profile')), ...given.profile },
    custody: { ...custodyOver(nowhere('custody')), ...given.custody },
  }
}

export const unplayedCases = () => casesOver(nowhere('cases'))

function nowhere(part: string): Calls {
  const fail = async (name: RouteName): Promise<never> => {
    throw new PorticoError({
      code: 'methodNotAllowed',
      message: `The mock client does not play ${routes[name].at}: give createMockClient({ ${part}: { … } }) the method that you need, or run the test against a sandbox.`,
    })
  }
  return {
    call: fail,
    list: (name) => listOf('', () => fail(name)),
    content: fail,
    open: fail,
    endSession() {},
  }
}
