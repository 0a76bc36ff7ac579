import type { Action } from '../actions.ts'
import type { EventType } from '../events.ts'
import Type, { type Static, type TObject } from '../type.ts'

/** A function of an adapter that the platform calls. */
export type Call = {
  /**
   * `ask`: within a request, with five seconds to answer and no retry. `do`: an obligation, delivered in the
   * background and retried until it is answered, given up or cancelled.
   */
  mode: 'ask' | 'do'
  does: string
  input: TObject
  output: TObject
  /** The answer is bytes instead of `output`: a stream in process, the body of the response over HTTP. */
  answersBytes?: true
  /** The capability that an adapter declares if it has this call. Without one, every adapter has it. */
  needs?: string
  /** It is made once for each recipient: whoever serves the port says for each event who they are. */
  per?: 'recipient'
  /** A conflict does not pass by waiting: whoever serves the port says what follows, at once. */
  endsInConflict?: true
}

/** Something that an adapter reports to the platform. */
export type Fact = {
  does: string
  fact: TObject
  needs?: string
  /** As JSON over HTTP; left out, `mostFactBytes`. */
  mostBytes?: number
}

export type PortDeclaration = {
  name: string
  title: string
  does: string
  /** Raised when a call or a fact changes in a way that an adapter notices. */
  spec: number
  /** Whether several named bindings may serve it side by side. */
  many: boolean
  /** What any binding of the port may be told beside the options of its adapter, such as a table of words. */
  settings?: TObject
  /** What an adapter may leave out, each with a sentence. */
  supports: Readonly<Record<string, string>>
  calls: Readonly<Record<string, Call>>
  /** The events that wake it, and the call that each leads to, or the calls, in order. */
  hears: Readonly<Partial<Record<EventType, string | readonly string[]>>>
  tells: Readonly<Record<string, Fact>>
  /** What waits in the inbox is for those who may do this on its case: others who operate see only these members. */
  withholds?: { unless: Action; shows: readonly string[]; always: readonly string[] }
}

/** One port: everything else about it is derived from this declaration. */
export function definePort<const Port extends PortDeclaration>(port: Port): Port {
  const capabilities = Object.keys(port.supports)
  for (const [name, { needs }] of [...Object.entries(port.calls), ...Object.entries(port.tells)])
    if (needs !== undefined && !capabilities.includes(needs))
      throw new Error(`${port.name}: ${name} needs ${needs}, which is not in supports.`)
  for (const [event, calls] of Object.entries(port.hears))
    for (const call of [calls].flat())
      if (call === undefined || port.calls[call]?.mode !== 'do')
        throw new Error(`${port.name}: ${event} leads to ${call}, which is not a call of mode do.`)
  return port
}

export type CallName<Port extends PortDeclaration> = keyof Port['calls'] & string
export type FactName<Port extends PortDeclaration> = keyof Port['tells'] & string
export type Capability<Port extends PortDeclaration> = keyof Port['supports'] & string

/** As `Static`, which would look at every kind of schema for a port that is not known yet. */
export type StaticOf<Schema extends TObject> =
  Schema extends TObject<infer Properties> ? Static<TObject<Properties>> : never

export type InputOf<Port extends PortDeclaration, Name extends CallName<Port>> = StaticOf<
  Port['calls'][Name]['input']
>
export type OutputOf<
  Port extends PortDeclaration,
  Name extends CallName<Port>,
> = Port['calls'][Name] extends { answersBytes: true } ? Bytes : StaticOf<Port['calls'][Name]['output']>
export type FactOf<Port extends PortDeclaration, Name extends FactName<Port>> = StaticOf<
  Port['tells'][Name]['fact']
>

export type Bytes = AsyncIterable<Uint8Array>

/** A file beside a call. In process its bytes are read by `open` of the context, over HTTP from `url`. */
export const FileRef = Type.Object({
  name: Type.String({ description: 'A file name that is safe on every system', examples: ['decision.pdf'] }),
  mediaType: Type.String({ examples: ['application/pdf'] }),
  size: Type.Integer({ minimum: 0, description: 'Length in bytes' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  url: Type.Optional(
    Type.String({ description: 'Over HTTP: where the bytes are, without a token, for fifteen minutes' }),
  ),
})
export type FileRef = Static<typeof FileRef>

export type CallContext = {
  /** The id of the obligation. The same key is the same work: an adapter does it once. */
  key: string
  /** Counts from 1. */
  attempt: number
  /** Aborted at the deadline of the call, or when the obligation is cancelled or the process stops. */
  signal: AbortSignal
  open(file: FileRef): Promise<Bytes>
  /** A URL of the bytes that needs no token, for fifteen minutes. */
  link?(file: FileRef): Promise<string>
}

type Method<Port extends PortDeclaration, Name extends CallName<Port>> = (
  input: InputOf<Port, Name>,
  context: CallContext,
) => Promise<OutputOf<Port, Name>>

type Needed<Port extends PortDeclaration> = {
  [Name in CallName<Port>]: Port['calls'][Name] extends { needs: string } ? never : Name
}[CallName<Port>]

/** What an adapter is, once it is open: the calls it has, and the capabilities that it declares for them. */
export type Adapter<Port extends PortDeclaration = PortDeclaration> = {
  supports: readonly Capability<Port>[]
  calls: { [Name in Needed<Port>]: Method<Port, Name> } & {
    [Name in Exclude<CallName<Port>, Needed<Port>>]?: Method<Port, Name>
  }
  /** Throws if the other side cannot be reached. Asked now and then, and when somebody looks. */
  check?(signal: AbortSignal): Promise<void>
  /** Begins to watch for facts. Called once, in one process at a time. */
  start?(): Promise<void>
  close?(): Promise<void>
}

/** What the platform gives an adapter. */
export type Host<Port extends PortDeclaration = PortDeclaration> = {
  /** The name of the binding. */
  binding: string
  now(): Date
  /** Reports a fact. It is durable when this returns; under an id that was told before it changes nothing. */
  tell<Name extends FactName<Port>>(
    name: Name,
    fact: FactOf<Port, Name>,
    options: { id: string },
  ): Promise<void>
  /** Hands over the bytes of a fact before the fact itself, which then names the upload. */
  upload(bytes: Bytes, file: { name: string }): Promise<{ uploadId: string; sha256: string; size: number }>
  /** `fetch` with the limits of outbound calls: timeouts, size, no private addresses, no redirect to another host. */
  fetch: typeof fetch
  /** The same for bytes of a document: the answer may be long, as long as it begins in time and its pieces keep coming. */
  fetchLarge: typeof fetch
  /**
   * For an adapter that connects by itself: the address behind a name, if the binding may reach it. The connection must
   * go to that address, since the name may lead elsewhere a moment later.
   */
  resolve(hostname: string): Promise<{ address: string; family: 4 | 6 }>
  /** For an adapter that speaks HTTP by itself: the proxy that the usual variables name for a URL. */
  proxyFor(url: URL): string | undefined
  /** A small value that the binding keeps between starts, such as the marker of the last arrival. */
  state: {
    read(): Promise<unknown>
    write(value: unknown): Promise<void>
    /** Writes what becomes of the value; of two who change it at once, the second sees what the first wrote. */
    change(become: (before: unknown) => unknown): Promise<void>
  }
  /** A signature that only this deployment can make: the same in every process, for every binding, after every start. */
  sign(text: string): Uint8Array
  log(level: 'info' | 'warn', what: string, facts?: Readonly<Record<string, string | number>>): void
}

/** An adapter as it is written: one file exports one of these as its default. */
export type AdapterDefinition<
  Port extends PortDeclaration = PortDeclaration,
  Options extends TObject = TObject,
> = {
  port: Port
  name: string
  does: string
  /** The schema of its options. A member made by `secret` is given by reference, and arrives here as its value. */
  options: Options
  open(options: StaticOf<Options>, host: Host<Port>): Adapter<Port> | Promise<Adapter<Port>>
  /**
   * Where the other side signs what it reports by rules of its own, not as Standard Webhooks: what a message says, or
   * nothing if its signature does not hold. Under an id that was received before it changes nothing.
   */
  receive?(options: StaticOf<Options>, message: InboundMessage): Promise<ReceivedFact<Port> | undefined>
}

export type InboundMessage = {
  /** The event of the address that it was sent to. */
  name: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Uint8Array
  now: Date
}

export type ReceivedFact<Port extends PortDeclaration = PortDeclaration> = {
  id: string
  fact: FactOf<Port, FactName<Port>>
}

export function defineAdapter<Port extends PortDeclaration, Options extends TObject>(
  definition: AdapterDefinition<Port, Options>,
): AdapterDefinition<Port, Options> {
  return definition
}

/** An option that is never written into the configuration: `{ env: 'NAME' }` or `{ file: '/path' }` stand for it. */
export const secret = (description: string) => Type.String({ minLength: 1, description, 'x-secret': true })
export type SecretRef = { env: string } | { file: string }

/**
 * An option that says where the other side is: a URL of one of the `schemes`, or without them the name of a host. In a
 * sandbox it must be on this machine.
 */
export const address = (
  description: string,
  { schemes, ...options }: { examples?: string[]; schemes?: readonly string[]; default?: string } = {},
) =>
  Type.String({
    minLength: 1,
    description,
    'x-address': true,
    ...(schemes ? { 'x-schemes': schemes } : {}),
    ...options,
  })

/** Why a call failed. `retryable` says whether the same call may succeed later. */
export const portErrorCodes = {
  unavailable: { retryable: true, means: 'The other side cannot be reached, or failed' },
  timeout: { retryable: true, means: 'The other side did not answer in time' },
  rateLimited: { retryable: true, means: 'The other side asks to slow down' },
  conflict: { retryable: true, means: 'The other side is in another state than expected; it may change' },
  refused: { retryable: false, means: 'The other side understood, and will not do it' },
  invalid: { retryable: false, means: 'The other side cannot use what it was sent' },
  unauthorized: { retryable: true, means: 'The credentials of the binding are not accepted' },
  gone: { retryable: false, means: 'The other side is gone for good' },
  notSupported: { retryable: false, means: 'The adapter does not have this call' },
  notBound: { retryable: false, means: 'Nothing is bound to the port' },
} as const
export type PortErrorCode = keyof typeof portErrorCodes

const codesOfStatus: Record<number, PortErrorCode> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'notSupported',
  405: 'notSupported',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  429: 'rateLimited',
  501: 'notSupported',
}

/**
 * What a status over HTTP means where the body does not say it. One that no adapter answers with, such as a redirect,
 * comes from something in between: the adapter itself is not there.
 */
export function codeOfStatus(status: number): PortErrorCode {
  return codesOfStatus[status] ?? (status >= 400 && status < 500 ? 'refused' : 'unavailable')
}

/**
 * What an answer over HTTP means that is none: `code` and `error` of its body where it has them. A page, or a 404 in words
 * of its own, comes from something in between, too; only 410 ends it whoever says so.
 */
export function errorInAnswer(status: number, body: string): { code: PortErrorCode; error?: string } {
  const told = objectIn(body)
  const known = portErrorCodes as Readonly<Record<string, unknown>>
  if (typeof told?.code === 'string' && Object.hasOwn(known, told.code))
    return { code: told.code as PortErrorCode, ...sentenceIn(told) }
  const code = codeOfStatus(status)
  const isForeign = /^\s*</.test(body) || (code === 'notSupported' && body.trim() !== '')
  const isFinal = !portErrorCodes[code].retryable && code !== 'gone'
  return { code: !told && isForeign && isFinal ? 'unavailable' : code, ...sentenceIn(told) }
}

const sentenceIn = (told: { error?: unknown } | undefined) =>
  typeof told?.error === 'string' ? { error: told.error } : {}

function objectIn(body: string): { error?: unknown; code?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

export class PortError extends Error {
  override name = 'PortError'
  readonly code: PortErrorCode
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  /** The fault is the recipient's, such as an address that they gave: it says nothing of the binding. */
  readonly isOfRecipient: boolean

  constructor(
    code: PortErrorCode,
    message: string,
    {
      retryable = portErrorCodes[code].retryable,
      retryAfterMs,
      isOfRecipient = false,
      cause,
    }: PortErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryable = retryable
    this.retryAfterMs = retryAfterMs
    this.isOfRecipient = isOfRecipient
  }
}

type PortErrorOptions = {
  retryable?: boolean
  retryAfterMs?: number
  isOfRecipient?: boolean
  cause?: unknown
}
