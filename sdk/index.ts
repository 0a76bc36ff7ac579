export type { AccessGrants } from './access-grants.ts'
export type { Alerts } from './alerts.ts'
export type { Appeals, FileOptions } from './appeals.ts'
export type { Boilerplate } from './boilerplate.ts'
export type { List } from './calls.ts'
export type { CaseViews } from './case-views.ts'
export type { CaseSearchOptions, Cases, CasesOptions, PageMapOptions, StateOptions } from './cases.ts'
export { type ClientOptions, PorticoClient } from './client.ts'
export type { ContentOptions, FileContent } from './content.ts'
export type { CookieSessionOptions } from './cookie-session.ts'
export type { Custody } from './custody.ts'
export type { Dashboards } from './dashboards.ts'
export type { DecisionFileOptions, DecisionOptions, Decisions } from './decisions.ts'
export type { Deliveries } from './deliveries.ts'
export type { DistributedCases, Distribution, RankingOptions, RunsOptions } from './distribution.ts'
export type {
  CaseDocumentsOptions,
  DocumentContentOptions,
  Documents,
  DocumentWithVersions,
  TagOptions,
} from './documents.ts'
export { type ErrorCode, type ErrorDetail, PorticoError } from './errors.ts'
export type { EventOf, EventPageOptions, EventsOptions, EventType, WatchOptions } from './event-options.ts'
export type { Events } from './events.ts'
export type { ImportOptions, Imports } from './imports.ts'
export type { Issues } from './issues.ts'
export type { Letters } from './letters.ts'
export type { Mail, PiecesOptions } from './mail.ts'
export type { Directory, DirectoryOptions, Invitations, MeCalls, Members, Teams } from './members.ts'
export type { Parties } from './parties.ts'
export type { Passkeys } from './passkeys.ts'
export type { Portico } from './portico.ts'
export type { ProfileChangesOptions, Profiles } from './profile.ts'
export type { CountedQueue, Queues, TaskPageOptions } from './queues.ts'
export type { ReportFileFormat, ReportOptions, Reports } from './reports.ts'
export type { CallOptions, Fetch, LogEntry, ReasonOptions, WriteOptions } from './request.ts'
export type { Rooms } from './rooms.ts'
export type { Sandbox } from './sandbox.ts'
export type { Sessions } from './sessions.ts'
export {
  type AcceptInvitationOptions,
  acceptInvitation,
  type PasskeySignInOptions,
  type SignInOptions,
  signIn,
  signInWithPasskey,
} from './sign-in.ts'
export type { CredentialsOption, SignedIn, SignInAs } from './signed-in.ts'
export type { Tasks, TasksOptions } from './tasks.ts'
export type { Transcripts } from './transcripts.ts'
export type * from './types.ts'
export type { SendOptions, Uploads } from './uploads.ts'
export type { ChangedWorkProduct, WorkProducts, WorkProductVersionContent } from './work-products.ts'
