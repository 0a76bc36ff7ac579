import { longerNames } from '@portico/contract/route'
import type { RouteName } from '@portico/contract/table'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Request } from '../app/engine/execute.ts'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { type Named, namedBy } from '../core/endings.ts'
import type { Caller } from './authentication.ts'
import { leftSignal } from './connections.ts'
import { askingFor } from './queues.ts'
import type { Input, Part, Row } from './route.ts'

export type AnyInput = Omit<Input<RouteName>, 'params' | 'query' | 'body' | 'access'> & {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown> | undefined
  access: { version: number }
  made?: unknown
}

/** What an argument may be besides a parameter of the path. */
export const argumentsOf = (name: RouteName, { portico, ports }: Bound) => ({
  body: (input: AnyInput) => bodyOf(name, input),
  query: ({ query }: AnyInput) => query,
  caller: ({ caller }: AnyInput) => caller,
  now: ({ now }: AnyInput) => now,
  /** What the path names, as commands call it: `caseId`, `documentId`. */
  target: (input: AnyInput) => targetOf(input),
  /** What the path names, of the caller. */
  own: (input: AnyInput) => ({ memberId: input.caller.id, ...targetOf(input) }),
  /** Who, when and with which version; of a body with `ends`, to end only what its sender has seen. */
  request: (input: AnyInput) => requestOf(name, input),
  /** Who changes a draft, and whether they may while it is in review. */
  editing: ({ call, may }: AnyInput) => ({ request: call(), mayEditInReview: may('reviewDrafts') }),
  /** The version of the case when the caller was allowed to it. */
  version: ({ access }: AnyInput) => access.version,
  /** Whose work it is, and which cases they see. */
  asker: ({ caller }: AnyInput) => askingFor(portico, caller),
  /** Of what the caller signs or would sign. */
  signature: ({ caller, now }: AnyInput) => signatureOf(caller, now),
  /** Aborted when the caller has left. */
  signal: ({ reply }: AnyInput) => leftSignal(reply.raw),
  /** In an answer: what the call before has returned. */
  made: ({ made }: AnyInput) => made,
  calendar: () => ports.calendar,
  conference: () => ports.conference,
})

export type Bound = { portico: Portico; ports: PortsDesk }
/** What rows may call: the subjects of the application, and the ports. */
export type Subjects = Portico & { ports: PortsDesk; inbox: PortsDesk['inbox'] }

type Known = ReturnType<typeof argumentsOf>
type Arguments<Name extends RouteName> = Omit<
  { [Given in keyof Known]: Awaited<ReturnType<Known[Given]>> },
  'body' | 'made' | 'query' | 'target' | 'own'
> & {
  body: Body<Name>
  made: MadeBy<Name>
  query: Query<Name>
  target: Target<Name>
  own: { memberId: string } & Target<Name>
}

type WithoutEnds<Given> = Given extends unknown ? Omit<Given, 'ends'> : never
/** Of a command that may end something `ends` is in the request. */
export type Body<Name extends RouteName> = Name extends keyof typeof namedBy
  ? WithoutEnds<NonNullable<Part<Name, 'body'>>>
  : NonNullable<Part<Name, 'body'>>
/** A limit that is left out is the usual one. */
type Query<Name extends RouteName> =
  Part<Name, 'query'> extends infer Given
    ? Given extends { limit?: infer Limit }
      ? Omit<Given, 'limit'> & { limit: NonNullable<Limit> }
      : Given
    : never
type LongName<Key> = Key extends keyof typeof longerNames
  ? (typeof longerNames)[Key]
  : Key extends 'id'
    ? 'caseId'
    : Key extends string
      ? Key
      : never
export type Target<Name extends RouteName> =
  Part<Name, 'params'> extends infer Params ? { [Key in keyof Params as LongName<Key>]: Params[Key] } : never

/** An argument that a row has not fits nothing. */
type NotGiven<Given> = { notGiven: Given }
export type Argument<Name extends RouteName, Given> = Given extends keyof Part<Name, 'params'>
  ? Part<Name, 'params'>[Given]
  : Given extends keyof Arguments<Name>
    ? Arguments<Name>[Given]
    : Given extends `${infer Whole}.${infer Member}`
      ? Whole extends keyof Arguments<Name>
        ? Member extends keyof Arguments<Name>[Whole]
          ? Arguments<Name>[Whole][Member]
          : NotGiven<Given>
        : NotGiven<Given>
      : NotGiven<Given>

type MadeBy<Name extends RouteName> =
  Served<Name, 'call'> extends readonly [infer Path, ...unknown[]]
    ? Method<Path> extends (...given: never) => infer Made
      ? Awaited<Made>
      : never
    : never
export type Served<Name extends RouteName, Key extends 'call' | 'command' | 'answer'> =
  Row<Name> extends { servedBy: { [K in Key]: infer Value } } ? Value : 'none'
export type Method<Path> = Path extends keyof Subjects
  ? Subjects[Path]
  : Path extends `${infer Subject}.${infer Name}`
    ? Subject extends keyof Subjects
      ? Name extends keyof Subjects[Subject]
        ? Subjects[Subject][Name]
        : undefined
      : undefined
    : undefined
export function targetOf({ params }: AnyInput): Record<string, unknown> {
  const known: Record<string, string> = { ...longerNames, id: 'caseId' }
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [known[key] ?? key, value]))
}

const namesOf = (name: RouteName) =>
  (namedBy as unknown as Record<string, ((given: object) => Named) | undefined>)[name]

export function requestOf(name: RouteName, input: AnyInput): Request {
  const request = input.call()
  const named = namesOf(name)?.({ ...targetOf(input), ...input.body })
  if (!named || request.confirm) return request
  return { ...request, confirm: endsOnly(input.body?.ends as string | undefined, named) }
}

export function bodyOf(name: RouteName, { body }: AnyInput) {
  if (!namesOf(name) || !body) return body
  const { ends: _, ...rest } = body
  return rest
}

export function signatureOf({ id, username, kind, displayName }: Caller, now: Date) {
  return { by: { id, name: username, kind }, name: displayName, at: now.toISOString() }
}
