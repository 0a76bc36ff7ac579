import { type AccessGrants, accessGrantsOver } from './access-grants.ts'
import { type Alerts, alertsOver } from './alerts.ts'
import { type Appeals, appealsOver } from './appeals.ts'
import { type Boilerplate, boilerplateOver } from './boilerplate.ts'
import { type InboxCalls, inboxOver, type Ledger, ledgerOver, type Ports, portsOver } from './boundary.ts'
import { type CalendarFeeds, calendarFeedsOver } from './calendar-feeds.ts'
import { type Calendars, calendarsOver } from './calendars.ts'
import type { Calls } from './calls.ts'
import { type CaseViews, caseViewsOver } from './case-views.ts'
import { type Cases, casesOver } from './cases.ts'
import { type Custody, custodyOver } from './custody.ts'
import { type Dashboards, dashboardsOver } from './dashboards.ts'
import { type Decisions, decisionsOver } from './decisions.ts'
import { type Deliveries, deliveriesOver } from './deliveries.ts'
import { type Distribution, distributionOver } from './distribution.ts'
import { type Documents, documentsOver } from './documents.ts'
import { type Events, eventsOver } from './events.ts'
import { type Imports, importsOver } from './imports.ts'
import { type Issues, issuesOver } from './issues.ts'
import { type Letters, lettersOver } from './letters.ts'
import { type Mail, mailOver } from './mail.ts'
import {
  type Directory,
  directoryOver,
  type Invitations,
  invitationsOver,
  type MeCalls,
  type Members,
  membersOver,
  meOver,
  type Teams,
  teamsOver,
} from './members.ts'
import { type Parties, partiesOver } from './parties.ts'
import { type Passkeys, passkeysOver } from './passkeys.ts'
import { type Profiles, profileOver } from './profile.ts'
import { type Queues, queuesOver } from './queues.ts'
import { type Remands, remandsOver } from './remands.ts'
import { type Reports, reportsOver } from './reports.ts'
import type { CallOptions } from './request.ts'
import { type Rooms, roomsOver } from './rooms.ts'
import { type Sandbox, sandboxOver } from './sandbox.ts'
import { type SessionPlans, sessionPlansOver } from './session-plans.ts'
import { type Sessions, sessionsOver } from './sessions.ts'
import type { SignInAs } from './signed-in.ts'
import { type Slots, slotsOver } from './slots.ts'
import { type Tasks, tasksOver } from './tasks.ts'
import { type Transcripts, transcriptsOver } from './transcripts.ts'
import { type Uploads, uploadsOver } from './uploads.ts'
import { type WorkProducts, workProductsOver } from './work-products.ts'

/** The client API: `PorticoClient` implements it over HTTP, `createMockClient` in memory. */
export type Portico = {
  appeals: Appeals
  documents: Documents
  cases: Cases
  caseViews: CaseViews
  alerts: Alerts
  tasks: Tasks
  queues: Queues
  distribution: Distribution
  reports: Reports
  dashboards: Dashboards
  sessions: Sessions
  rooms: Rooms
  transcripts: Transcripts
  calendars: Calendars
  slots: Slots
  sessionPlans: SessionPlans
  calendarFeeds: CalendarFeeds
  parties: Parties
  accessGrants: AccessGrants
  issues: Issues
  remands: Remands
  workProducts: WorkProducts
  boilerplate: Boilerplate
  decisions: Decisions
  deliveries: Deliveries
  mail: Mail
  letters: Letters
  ports: Ports
  ledger: Ledger
  inbox: InboxCalls
  uploads: Uploads
  imports: Imports
  events: Events
  me: MeCalls
  passkeys: Passkeys
  directory: Directory
  members: Members
  teams: Teams
  invitations: Invitations
  profile: Profiles
  custody: Custody
  sandbox: Sandbox
} & ReturnType<typeof wholeOver>

export function porticoOver(calls: Calls): Portico {
  return {
    appeals: appealsOver(calls),
    documents: documentsOver(calls),
    cases: casesOver(calls),
    caseViews: caseViewsOver(calls),
    alerts: alertsOver(calls),
    tasks: tasksOver(calls),
    queues: queuesOver(calls),
    distribution: distributionOver(calls),
    reports: reportsOver(calls),
    dashboards: dashboardsOver(calls),
    sessions: sessionsOver(calls),
    rooms: roomsOver(calls),
    transcripts: transcriptsOver(calls),
    calendars: calendarsOver(calls),
    slots: slotsOver(calls),
    sessionPlans: sessionPlansOver(calls),
    calendarFeeds: calendarFeedsOver(calls),
    parties: partiesOver(calls),
    accessGrants: accessGrantsOver(calls),
    issues: issuesOver(calls),
    remands: remandsOver(calls),
    workProducts: workProductsOver(calls),
    boilerplate: boilerplateOver(calls),
    decisions: decisionsOver(calls),
    deliveries: deliveriesOver(calls),
    mail: mailOver(calls),
    letters: lettersOver(calls),
    ports: portsOver(calls),
    ledger: ledgerOver(calls),
    inbox: inboxOver(calls),
    uploads: uploadsOver(calls),
    imports: importsOver(calls),
    events: eventsOver(calls),
    me: meOver(calls),
    passkeys: passkeysOver(calls),
    directory: directoryOver(calls),
    members: membersOver(calls),
    teams: teamsOver(calls),
    invitations: invitationsOver(calls),
    profile: profileOver(calls),
    custody: custodyOver(calls),
    sandbox: sandboxOver(calls),
    ...wholeOver(calls),
  }
}

function wholeOver({ call, signIn, signOut }: Calls) {
  return {
    /**
     * Search the pages of an appeal: one hit per page, in page order, at most 50. Words are ANDed; `"a phrase"`, `OR`,
     * `-not` and `prefix*` are supported.
     *
     * @example
     * ```ts
     * const { hits } = await client.search(appealId, 'veteran')
     * for (const { page, snippet } of hits) console.log(page, snippet)
     * ```
     */
    search: (appealId: string, query: string, options?: CallOptions) =>
      call('search', { appealId }, { ...options, q: query }),

    /**
     * Sign in, at first or as somebody else: for a page with `session: 'cookie'`, or a program that asks for a password.
     * Instead of a password give what a browser made of `passkeys.signInOptions` as `passkey`, or on a page of a sandbox
     * the `memberId` of one of its invented people, with its `code`.
     *
     * @example
     * ```ts
     * await client.signIn({ username, password })
     * ```
     */
    signIn: (as: SignInAs) => signIn(as),

    /**
     * End the session: its token and refresh tokens stop working at once, and the client does not renew them.
     *
     * @example
     * ```ts
     * await client.signOut()
     * ```
     */
    signOut: (options?: CallOptions) => signOut(options),
  }
}
