export { type ClientOptions, PorticoClient } from './client.ts'
export type { FileContent } from './content.ts'
export { type ErrorCode, type ErrorDetail, PorticoError } from './errors.ts'
export type {
  CaseSearchOptions,
  ContentOptions,
  EventOf,
  EventPageOptions,
  EventsOptions,
  EventType,
  FileOptions,
  ImportListOptions,
  ImportOptions,
  PageOptions,
  Portico,
  StateOptions,
  WatchOptions,
} from './portico.ts'
export type { CallOptions, Fetch, WriteOptions } from './request.ts'
export type { SignedIn } from './session.ts'
export { type AcceptInvitationOptions, acceptInvitation, type SignInOptions, signIn } from './sign-in.ts'
export type * from './types.ts'
