export type { AccessGrants } from './access-grants.ts'
export type { CasesOptions, CaseWork } from './case-work.ts'
export { type ClientOptions, PorticoClient } from './client.ts'
export type { ContentOptions, FileContent } from './content.ts'
export type { Custody } from './custody.ts'
export type { DecisionFileOptions, DecisionOptions, Decisions } from './decisions.ts'
export type { Deliveries } from './deliveries.ts'
export type { DistributedCases, Distribution, RankingOptions, RunsOptions } from './distribution.ts'
export { type ErrorCode, type ErrorDetail, PorticoError } from './errors.ts'
export type { Issues } from './issues.ts'
export type {
  Directory,
  DirectoryOptions,
  Invitations,
  MeCalls,
  MemberChangesOptions,
  Members,
  NamePageOptions,
  Teams,
} from './members.ts'
export type { Parties, ReasonOptions } from './parties.ts'
export type {
  CaseDocumentsOptions,
  CaseSearchOptions,
  DocumentWithVersions,
  EventOf,
  EventPageOptions,
  EventsOptions,
  EventType,
  FileOptions,
  ImportListOptions,
  ImportOptions,
  PageOptions,
  Portico,
  SendOptions,
  StateOptions,
  TagOptions,
  WatchOptions,
} from './portico.ts'
export type { ProfileChangesOptions, Profiles } from './profile.ts'
export type { CountedQueue, Queues, TaskPageOptions } from './queues.ts'
export type { CallOptions, Fetch, WriteOptions } from './request.ts'
export type { SignedIn } from './session.ts'
export type { Sessions } from './sessions.ts'
export { type AcceptInvitationOptions, acceptInvitation, type SignInOptions, signIn } from './sign-in.ts'
export type { Tasks, TasksOptions } from './tasks.ts'
export type * from './types.ts'
export type { ChangedWorkProduct, WorkProducts, WorkProductVersionContent } from './work-products.ts'
