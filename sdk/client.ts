import { accessGrantsOver } from './access-grants.ts'
import { appealsOver, searchOver } from './appeals.ts'
import { caseWorkOver } from './case-work.ts'
import { casesOver, eventsOver } from './cases.ts'
import { custodyOver } from './custody.ts'
import { decisionsOver } from './decisions.ts'
import { deliveriesOver } from './deliveries.ts'
import { distributionOver } from './distribution.ts'
import { annotationsOver, documentsOver, readStateOver, tagsOver } from './documents.ts'
import { importsOver } from './imports.ts'
import { intakeOver } from './intake.ts'
import { issuesOver } from './issues.ts'
import { directoryOver, invitationsOver, membersOver, meOver, teamsOver } from './members.ts'
import { partiesOver } from './parties.ts'
import type { Portico } from './portico.ts'
import { profileOver } from './profile.ts'
import { queuesOver } from './queues.ts'
import type { SessionOptions } from './session.ts'
import { sessionsOver } from './sessions.ts'
import { tasksOver } from './tasks.ts'
import { type ConnectionOptions, createTransport } from './transport.ts'
import { uploadsOver } from './uploads.ts'
import { workProductsOver } from './work-products.ts'

/**
 * `token` is the `idToken` of a sign-in. With its `refreshToken` the client mints the next token by itself
 * when one expires, and tells `onTokens`, so that you can keep them; the one it used is then spent.
 */
export type ClientOptions = ConnectionOptions & SessionOptions

/**
 * The typed client of a Portico service.
 *
 * @example
 * ```ts
 * import { PorticoClient, signIn } from '@portico/sdk'
 *
 * const { idToken, refreshToken } = await signIn({ baseUrl, username, password })
 * const portico = new PorticoClient({ baseUrl, token: idToken, refreshToken })
 * console.log(await portico.appeals.list())
 * ```
 */
export class PorticoClient implements Portico {
  readonly appeals: Portico['appeals']
  readonly documents: Portico['documents']
  readonly search: Portico['search']
  readonly tags: Portico['tags']
  readonly annotations: Portico['annotations']
  readonly readState: Portico['readState']
  readonly cases: Portico['cases']
  readonly tasks: Portico['tasks']
  readonly queues: Portico['queues']
  readonly distribution: Portico['distribution']
  readonly sessions: Portico['sessions']
  readonly parties: Portico['parties']
  readonly accessGrants: Portico['accessGrants']
  readonly issues: Portico['issues']
  readonly workProducts: Portico['workProducts']
  readonly decisions: Portico['decisions']
  readonly deliveries: Portico['deliveries']
  readonly me: Portico['me']
  readonly directory: Portico['directory']
  readonly members: Portico['members']
  readonly teams: Portico['teams']
  readonly invitations: Portico['invitations']
  readonly profile: Portico['profile']
  readonly custody: Portico['custody']
  readonly intake: Portico['intake']
  readonly uploads: Portico['uploads']
  readonly events: Portico['events']
  readonly imports: Portico['imports']
  readonly signOut: Portico['signOut']

  constructor(options: ClientOptions) {
    const transport = createTransport(options, options)
    this.appeals = appealsOver(transport)
    this.documents = documentsOver(transport)
    this.search = searchOver(transport)
    this.tags = tagsOver(transport)
    this.annotations = annotationsOver(transport)
    this.readState = readStateOver(transport)
    this.cases = { ...casesOver(transport), ...caseWorkOver(transport) }
    this.tasks = tasksOver(transport)
    this.queues = queuesOver(transport)
    this.distribution = distributionOver(transport)
    this.sessions = sessionsOver(transport)
    this.parties = partiesOver(transport)
    this.accessGrants = accessGrantsOver(transport)
    this.issues = issuesOver(transport)
    this.workProducts = workProductsOver(transport)
    this.decisions = decisionsOver(transport)
    this.deliveries = deliveriesOver(transport)
    this.me = meOver(transport)
    this.directory = directoryOver(transport)
    this.members = membersOver(transport)
    this.teams = teamsOver(transport)
    this.invitations = invitationsOver(transport)
    this.profile = profileOver(transport)
    this.custody = custodyOver(transport)
    this.intake = intakeOver(transport)
    this.uploads = uploadsOver(transport)
    this.events = eventsOver(transport)
    this.imports = importsOver(transport)
    this.signOut = async (options) => {
      await transport.nothing({ method: 'POST', path: '/auth/sign-out', options })
      transport.endSession()
    }
  }
}
