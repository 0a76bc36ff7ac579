import type { Actor } from '@portico/contract/envelope'
import type { EventType } from '@portico/contract/events'
import { heardBy } from '@portico/contract/ports/heard'
import type {
  Adapter,
  AdapterDefinition,
  CallName,
  FactName,
  FactOf,
  Host,
  InputOf,
  OutputOf,
  PortDeclaration,
  PortError,
  StaticOf,
} from '@portico/contract/ports/kit'
import type { Profile } from '@portico/contract/profile'
import type { TObject } from '@portico/contract/type'
import type { Request } from '../../../app/engine/execute.ts'
import type { Portico } from '../../../app/portico.ts'
import type { Reaction } from '../../../core/kernel/decider.ts'
import { pick } from '../../../core/kernel/pick.ts'
import type { Blobs } from '../../../files/blobs.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import type { ChainedEvent } from '../../../store/events/append.ts'
import type { StoredEvent } from '../../../store/events/read.ts'
import type { FileLinks } from '../outside/file-links.ts'

/** What a port works with, outside any transaction: of the application, the subjects that it needs. */
export type PortParts<Needed extends keyof Portico = never> = {
  db: Database
  portico: Pick<Portico, Needed>
  blobs: Blobs
  fileLinks: FileLinks
  clock: () => Date
}

export type AllParts = PortParts<keyof Portico>

/** One thing that an event obliges a binding to. Two of one event differ in their recipient or their channel. */
export type Owed = {
  recipient?: string
  channel?: string
  /** It is owed only where the binding is owed this call on the case since an earlier transaction. */
  after?: string
}

/** An obligation at the moment it is sent, with the event that it came from. */
export type Due<Type extends EventType = EventType> = {
  /** The id of the obligation. */
  id: string
  binding: string
  /** The options of the binding that are not the adapter's alone: see `settings` of the served port. */
  settings: Readonly<Record<string, unknown>>
  caseId: string
  recipient?: string
  channel?: string
  event: Extract<StoredEvent, { type: Type }>
}

export type Superfluous<Call extends string = string> = {
  calls: readonly Call[]
  of: Readonly<Record<string, string>>
  why: string
  /** The call that every binding is owed that was called for it, also one that is not in the configuration any more. */
  undoneBy?: Call
}

/** There is nothing to be sent any more. */
export class Cancelled {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}
export const cancelled = (why: string): Cancelled => new Cancelled(why)

/**
 * It is not to be sent now. The attempt does not count. What goes to the same recipient by the same channel waits behind it,
 * the rest of its case does not.
 */
export class PutOff {
  readonly until: Date
  constructor(until: Date) {
    this.until = until
  }
}
export const putOff = (until: Date): PutOff => new PutOff(until)

/** What follows from an answer, in the transaction of the ledger: commands made by `reaction(decider, command)`. */
export type Answered = {
  commands?: readonly Reaction[]
  /** The other side has taken it, and reports later that it is done: the ledger says `accepted` until then. */
  isReceiptToCome?: boolean
}

/** What carrying out a fact is asked with: what settles it goes with its events, and whoever comes second is refused. */
export type Carrying = Pick<Request, 'at' | 'actor' | 'correlationId' | 'also' | 'refuse'>

/** What a fact leads to. */
export type Heard =
  | {
      caseId: string
      commands: readonly Reaction[]
      /**
       * What the fact says of obligations of this binding, by their call and the subject of their event. A report that
       * changes nothing on the case settles what is open, and turns nothing round.
       */
      settles?: { call: string; subject: string; as: 'delivered' | 'failed' }
    }
  | Done
  | Taken
  | Unmatched
/** It is what a member does through the binding: one transaction, as if they did it here, which settles the fact. */
export type Done = { caseId: string; does: (carrying: Carrying) => Promise<unknown> }
/** It has a place of its own, and no case yet: written in the transaction that settles the fact. */
export type Taken = { taken: (tx: Queryable) => Promise<void> }
/** It belongs to nothing that is known yet: it waits in the inbox until somebody matches or drops it. */
export type Unmatched = { unmatched: string; caseId?: string }
export const unmatched = (why: string, caseId?: string): Unmatched => ({
  unmatched: why,
  ...(caseId === undefined ? {} : { caseId }),
})

/** What a port needs to look after one of its bindings. */
export type Tending<Needed extends keyof Portico = never> = {
  binding: { name: string; settings: Readonly<Record<string, unknown>>; timeoutMs: number; actor: Actor }
  parts: PortParts<Needed>
  /** Who holds leases: one name a process. */
  holder: string
  adapter(): Promise<Adapter>
  /** Reports a fact as the adapter would: what belongs to no case waits in the inbox. */
  tell: Host['tell']
  /** What an adapter threw, in a sentence that may be kept. */
  said(error: unknown): PortError
  succeeded(): void
  failed(error: unknown): void
  onFault(error: unknown): void
}

/** Looks after a binding in the background; there is one in every process. */
export type Tended = {
  /** The events after which it looks at once. */
  on: readonly EventType[]
  wake(): void
  stop(): Promise<void>
}

type EventsOf<Port extends PortDeclaration> = keyof Port['hears'] & EventType
type CallsOf<Heard> = Heard extends readonly (infer Call)[] ? Call : Heard
type DoCalls<Port extends PortDeclaration> = Extract<CallsOf<Port['hears'][EventsOf<Port>]>, CallName<Port>>
type EventsFor<Port extends PortDeclaration, Name> = {
  [Type in EventsOf<Port>]: Name extends CallsOf<Port['hears'][Type]> ? Type : never
}[EventsOf<Port>]

type Settings<Port extends PortDeclaration> = Port extends { settings: infer Schema extends TObject }
  ? StaticOf<Schema>
  : Readonly<Record<string, unknown>>

/** How the platform serves one port: everything that its declaration leaves to it. */
export type Serving<Port extends PortDeclaration, Needed extends keyof Portico = never> = {
  /** The subjects of the application that it uses; it is given no others. */
  needs?: readonly Needed[]
  /**
   * What is bound where the configuration says nothing: an adapter, or a sentence about what the platform then does by
   * itself. Without one the port is not bound.
   */
  baseline?: AdapterDefinition<Port> | string
  /** The adapters that come with the platform, by name; each is loaded when it is bound. */
  adapters?: Readonly<Record<string, () => Promise<AdapterDefinition<Port>>>>
  /**
   * What an event obliges one binding to: pure, and asked for in the transaction of the event. Left out, one
   * obligation; an empty list is none.
   */
  owes?: {
    [Type in EventsOf<Port>]?: (
      event: Extract<ChainedEvent, { type: Type }>,
      commit: readonly ChainedEvent[],
      binding: { name: string; call: string },
    ) => readonly Owed[]
  }
  /** What an event makes superfluous: what was owed for events whose payload has these members, whoever was to get it. */
  moots?: {
    [Type in EventType]?: (event: Extract<ChainedEvent, { type: Type }>) => Superfluous<DoCalls<Port>>
  }
  /**
   * The events that are passed on even if they were brought from another system by a bulk load; a function where each
   * binding says so by its settings.
   */
  hearsBrought?: readonly EventsOf<Port>[] | ((settings: Settings<Port>) => readonly EventsOf<Port>[])
  /** What is wrong with the settings of a binding, by the words of the profile that is in force at the start. */
  faultOfSettings?: (settings: Settings<Port>, profile: Profile) => string | undefined
  /**
   * The input of a call, made when it is sent; or `cancelled(why)` where there is nothing to send any more, or
   * `putOff(until)`.
   */
  input: {
    [Name in DoCalls<Port>]: (
      due: Due<EventsFor<Port, Name>>,
      parts: PortParts<Needed>,
    ) => Promise<InputOf<Port, Name> | Cancelled | PutOff>
  }
  /** Calls that somebody has to do by hand where an adapter cannot: they are owed all the same, and given up with a task. */
  byHand?: readonly DoCalls<Port>[]
  /** Calls that one binding does, however many can: the first in the configuration. */
  byOne?: readonly DoCalls<Port>[]
  answered?: {
    [Name in DoCalls<Port>]?: (
      due: Due<EventsFor<Port, Name>>,
      output: OutputOf<Port, Name>,
      parts: PortParts<Needed>,
      input: InputOf<Port, Name>,
    ) => Answered | Promise<Answered>
  }
  /** What is written on the case when an obligation is given up; left out, the generic dead letter. */
  gaveUp?: {
    [Name in DoCalls<Port>]?: (due: Due<EventsFor<Port, Name>>, failure: GivenUp) => readonly Reaction[]
  }
  heard: {
    [Name in FactName<Port>]: (fact: FactOf<Port, Name>, parts: HeardParts<Needed>) => Promise<Heard>
  }
  /** What is wrong with a fact beyond its schema, each a sentence: then it is not taken. */
  faultsOfFact?: {
    [Name in FactName<Port>]?: (fact: FactOf<Port, Name>) => readonly string[]
  }
  /** What the port does for a binding by itself, beside what events owe: polling it, or fetching from it. */
  tends?: (tending: Tending<Needed>) => Tended
  /** How much of that waits, by binding. */
  waiting?: (db: Database) => Promise<ReadonlyMap<string, number>>
}

/** `caseId` is there where somebody has said which case a fact belongs to; `id` is that of the fact, once and for all. */
export type HeardParts<Needed extends keyof Portico = never> = PortParts<Needed> & {
  /** What this binding was called with last about a subject: the obligation that a fact is told of. */
  obligationOf(of: { caseId: string; call: string; subject: string }): Promise<string | undefined>
  /** What a call with this key was about: the subject of its event. */
  subjectOf(key: string): Promise<string | undefined>
  binding: string
  /** Whoever acts when the binding does. */
  actor: Actor
  settings: Readonly<Record<string, unknown>>
  id: string
  caseId?: string
}

export type GivenUp = { code: string; why: string; at: Date }

/** A port as the mechanism sees it, which knows none by name. */
export type ServedPort = {
  port: PortDeclaration
  baseline: AdapterDefinition | string | undefined
  adapters: Readonly<Record<string, () => Promise<AdapterDefinition>>>
  owes(
    event: ChainedEvent,
    commit: readonly ChainedEvent[],
    binding: { name: string; call: string },
  ): readonly Owed[]
  byHand: readonly string[]
  byOne: readonly string[]
  moots(event: ChainedEvent): Superfluous | undefined
  /** The events that `moots` knows. */
  mootBy: readonly EventType[]
  hearsBrought(settings: object): readonly EventType[]
  faultOfSettings(settings: object, profile: Profile): string | undefined
  input(call: string, due: Due, parts: AllParts): Promise<object | Cancelled>
  answered(call: string, due: Due, output: unknown, parts: AllParts, input: object): Promise<Answered>
  gaveUp(call: string, due: Due, failure: GivenUp): readonly Reaction[] | undefined
  heard(name: string, fact: unknown, parts: HeardParts<keyof Portico>): Promise<Heard>
  faultsOfFact(name: string, fact: unknown): readonly string[]
  tends: ((tending: Tending<keyof Portico>) => Tended) | undefined
  waiting(db: Database): Promise<ReadonlyMap<string, number>>
}

const once: readonly Owed[] = [{}]

/** Left out, an event would be owed once, to nobody in particular. */
function refuseUnsaidRecipients(port: PortDeclaration, owes: object = {}) {
  const [unsaid] = heardBy(port).filter(
    ([type, call]) => port.calls[call]?.per === 'recipient' && !Object.hasOwn(owes, type),
  )
  if (!unsaid) return
  const [type, call] = unsaid
  throw new Error(`${port.name}: ${call} is made once for each recipient; owes must say whom ${type} is for.`)
}

export function servePort<const Port extends PortDeclaration, const Needed extends keyof Portico = never>(
  port: Port,
  serving: Serving<Port, Needed>,
): ServedPort {
  type AnyFunction = (...args: readonly unknown[]) => unknown
  const named = (functions: object | undefined, name: string) =>
    (functions as Record<string, AnyFunction | undefined> | undefined)?.[name]
  const needed = (functions: object, name: string) => {
    const found = named(functions, name)
    if (!found) throw new Error(`The port ${port.name} does not serve ${name}.`)
    return found
  }
  refuseUnsaidRecipients(port, serving.owes)
  const { needs = [], tends } = serving
  const given = <Parts extends AllParts>(parts: Parts) => ({
    ...parts,
    portico: pick(parts.portico, needs),
  })
  return {
    port,
    baseline: serving.baseline as ServedPort['baseline'],
    adapters: {
      http: async () => (await import('../../http/adapter.ts')).httpAdapter<PortDeclaration>(port),
      ...serving.adapters,
    } as ServedPort['adapters'],
    hearsBrought: (settings) =>
      typeof serving.hearsBrought === 'function'
        ? serving.hearsBrought(settings as Settings<Port>)
        : (serving.hearsBrought ?? []),
    faultOfSettings: (settings, profile) => serving.faultOfSettings?.(settings as Settings<Port>, profile),
    owes: (event, commit, binding) =>
      (named(serving.owes, event.type)?.(event, commit, binding) as readonly Owed[] | undefined) ?? once,
    byHand: serving.byHand ?? [],
    byOne: serving.byOne ?? [],
    moots: (event) => named(serving.moots, event.type)?.(event) as Superfluous | undefined,
    mootBy: Object.keys(serving.moots ?? {}) as EventType[],
    input: async (call, due, parts) =>
      (await needed(serving.input, call)(due, given(parts))) as object | Cancelled,
    answered: async (call, due, output, parts, input) =>
      ((await named(serving.answered, call)?.(due, output, given(parts), input)) ?? {}) as Answered,
    gaveUp: (call, due, failure) =>
      named(serving.gaveUp, call)?.(due, failure) as readonly Reaction[] | undefined,
    heard: async (name, fact, parts) => (await needed(serving.heard, name)(fact, given(parts))) as Heard,
    faultsOfFact: (name, fact) =>
      (named(serving.faultsOfFact, name)?.(fact) as readonly string[] | undefined) ?? [],
    tends: tends && ((tending) => tends({ ...tending, parts: given(tending.parts) })),
    waiting: serving.waiting ?? (async () => new Map()),
  }
}
