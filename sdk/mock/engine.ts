import type { ErrorCode } from '../errors.ts'
import { fieldOf, PorticoError } from '../errors.ts'
import * as generated from '../generated/rules.ts'
import type { Actor, PorticoEvent } from '../generated/types.ts'
import { sha256Hex } from './sha256.ts'

export type Fact = { type: string; subject: string; data: Record<string, unknown> }
export type Logged = Omit<PorticoEvent, 'type' | 'data'> & Fact & { onBehalfOf?: Actor }
type Context = Record<string, unknown> & { actor: Actor }
type Command = { type: string; caseId: string } & Record<string, unknown>
type Reads = { subject: string } | { types: readonly string[] }

export type Decider = {
  reads(command: Command): Reads
  initial: unknown
  evolve(state: unknown, event: Logged): unknown
  decide(command: Command, state: unknown, context: Context): Fact[]
}
type Reaction = { decider: Decider; command: Command }

/** The rules of the service as the mock calls them: they are generated, and carry no types of their own. */
// biome-ignore lint/suspicious/noExplicitAny: what is generated has no types
export const rules = generated as unknown as Record<string, any>

const systemActor: Actor = { id: 'system_portico', name: 'portico', kind: 'system' }

const statuses: Record<string, [number, ErrorCode]> = {
  invalid: [400, 'badRequest'],
  forbidden: [403, 'forbidden'],
  notFound: [404, 'notFound'],
  conflict: [409, 'conflict'],
  stateForbids: [422, 'stateForbids'],
  unauthenticated: [401, 'unauthenticated'],
  unsupported: [415, 'unsupportedMediaType'],
  outside: [416, 'rangeNotSatisfiable'],
}

export function refusal(code: string, message: string): PorticoError {
  const [status, name] = statuses[code] ?? [500, 'internal']
  return new PorticoError({
    code: name,
    message,
    status,
    field: status === 400 ? fieldOf(message) : undefined,
  })
}

export type Engine = ReturnType<typeof createEngine>

/** One log of events, and one way to change it: the service's deciders, with all that follows from what they decide. */
export function createEngine(
  who: { actor: Actor; roles: readonly string[]; teams: readonly string[] },
  now: () => Date,
) {
  const log: Logged[] = []
  const watchers = new Set<() => void>()
  let made = 0

  const newId = (prefix: string) => {
    made += 1
    const random = new Uint8Array(10)
    new DataView(random.buffer).setUint32(6, made)
    return rules.newId(prefix, now(), random) as string
  }
  const eventsOf = (caseId: string) => log.filter((event) => event.caseId === caseId)

  function stateOf<State>(decider: Decider, command: Command, until = Number.POSITIVE_INFINITY): State {
    const reads = decider.reads(command)
    const read = eventsOf(command.caseId).filter(
      (event) => event.position <= until && rules.isRead(reads, event),
    )
    return rules.fold(decider, read)
  }

  function append(
    caseId: string,
    facts: readonly Fact[],
    { actor, at, onBehalfOf, causationId, correlationId }: Context,
  ): Logged[] {
    const time = (at as Date).toISOString()
    return facts.map((fact) => {
      const position = log.length + 1
      const previous = eventsOf(caseId)
      const event = {
        id: newId('evt'),
        position,
        caseId,
        sequence: previous.length + 1,
        at: time,
        recordedAt: now().toISOString(),
        actor,
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        ...(causationId === undefined ? {} : { causationId }),
        correlationId,
        hash: sha256Hex(`${previous.at(-1)?.hash ?? ''}${rules.canonicalJson(fact)}`),
        ...structuredClone(fact),
      } as unknown as Logged
      log.push(event)
      return event
    })
  }

  function run(first: Reaction | { caseId: string; facts: Fact[] }, context: Context): void {
    const asTheService = ({ id }: Logged): Context => {
      const { caller: _, actor, onBehalfOf, ...rest } = context
      return { ...rest, actor: systemActor, onBehalfOf: onBehalfOf ?? actor, causationId: id }
    }
    const decided: Logged[] = []
    const decide = ({ decider, command }: Reaction, within: Context) => {
      const facts = decider.decide(command, stateOf(decider, command), within)
      const events = append(command.caseId, facts, within)
      decided.push(...events)
      return events
    }
    const follow = (events: readonly Logged[]) => {
      const waiting = [...events]
      for (let event = waiting.shift(); event; event = waiting.shift()) {
        for (const next of rules.reactions.to(event, context) as Reaction[]) {
          waiting.push(...decide(next, asTheService(event)))
        }
      }
    }
    if ('facts' in first) decided.push(...append(first.caseId, first.facts, context))
    else decide(first, context)
    follow([...decided])
    for (let settled = 0; settled < decided.length; ) {
      const since = decided.slice(settled)
      const last = decided.at(-1) as Logged
      settled = decided.length
      for (const next of rules.reactions.atLast(since, context) as Reaction[]) {
        follow(decide(next, asTheService(last)))
      }
    }
  }

  function contextNow() {
    const { actor, roles, teams } = who
    const correlationId = `mock_${log.length}`
    return { at: now(), actor, correlationId, caller: { roles, teams }, profile: rules.defaultProfile }
  }

  let confirm: ((made: readonly Logged[]) => void) | undefined

  /** All of it, or nothing. */
  function change(first: Parameters<typeof run>[0], given: Partial<Context> = {}): Logged[] {
    const before = log.length
    const context = { ...contextNow(), ...given }
    try {
      run(first, context)
      if (confirm && context.caller) {
        const made = log.splice(before)
        confirm(made)
        log.push(...made)
      }
    } catch (error) {
      log.length = before
      throw error
    }
    for (const wake of watchers) wake()
    return log.slice(before)
  }

  return {
    log: () => log,
    eventsOf,
    newId,
    stateOf,
    watchers,
    contextNow,
    execute: (decider: Decider, command: Command) => change({ decider, command }),
    /** What people do meanwhile is written only if `asked` takes what would be written. */
    confirming<Result>(asked: (made: readonly Logged[]) => void, act: () => Result): Result {
      confirm = asked
      try {
        return act()
      } finally {
        confirm = undefined
      }
    },
    /** What happened otherwise: by somebody else, or before the mock began. */
    record: (caseId: string, facts: Fact[], given: Partial<Context> = {}) => change({ caseId, facts }, given),
    asTheService: (decider: Decider, command: Command) =>
      change({ decider, command }, { actor: systemActor, caller: undefined }),
  }
}
