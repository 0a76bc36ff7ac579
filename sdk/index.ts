export { type ClientOptions, PorticoClient } from './client.ts'
export type { ContentOptions, FileContent } from './content.ts'
export { type ErrorCode, type ErrorDetail, PorticoError } from './errors.ts'
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
  WatchOptions,
} from './portico.ts'
export type { CallOptions, Fetch, WriteOptions } from './request.ts'
export type { SignedIn } from './session.ts'
export { type AcceptInvitationOptions, acceptInvitation, type SignInOptions, signIn } from './sign-in.ts'
export type * from './types.ts'
