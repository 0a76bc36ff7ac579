import type { ErrorCode } from '../errors.ts'
import { fieldOf, PorticoError } from '../errors.ts'
import * as rules from '../generated/rules.js'
import type { Actor } from '../generated/types.ts'
import { sha256Hex } from './sha256.ts'

/** An event of the log, as the rules read it. */
export type Logged = rules.Recorded & {
  id: string
  position: number
  caseId: string
  sequence: number
  recordedAt: string
  hash: string
  correlationId: string
  causationId?: string
}
type Named = { type: string; caseId: string }
type First = rules.Reaction | { caseId: string; facts: readonly rules.Fact[] }

/** What may be left out may be undefined: it is left out then. */
export type Loose<Value> = Value extends unknown
  ? { [Key in keyof Value]: Value[Key] | (object extends Pick<Value, Key> ? undefined : never) }
  : never

/** Without its undefined members. */
export const defined = <Value extends object>(
  value: {
    [Key in keyof Value]: Value[Key] | undefined
  },
): Value => rules.withoutUndefined(value) as Value

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

  const newId = (prefix: rules.IdPrefix) => {
    made += 1
    const random = new Uint8Array(10)
    new DataView(random.buffer).setUint32(6, made)
    return rules.newId(prefix, now(), random)
  }
  const eventsOf = (caseId: string) => log.filter((event) => event.caseId === caseId)

  function folded<State>(
    decider: Pick<rules.Decider<never, State>, 'initial' | 'evolve'>,
    reads: ReturnType<rules.Decider<never, State>['reads']>,
    events: readonly Logged[],
  ): State {
    return rules.fold(
      decider,
      events.filter((event) => rules.isRead(reads, event)),
    )
  }

  /** The state of what a decider keeps for a case as a whole: now, or as of a position. */
  function stateIn<Command, State>(
    decider: rules.Decider<Command, State>,
    caseId: string,
    until = Number.POSITIVE_INFINITY,
  ): State {
    const events = eventsOf(caseId).filter(({ position }) => position <= until)
    return folded(decider, decider.reads({ type: '', caseId } as Command), events)
  }

  function append(
    caseId: string,
    facts: readonly rules.Fact[],
    { actor, at, onBehalfOf, causationId, correlationId }: rules.Context,
  ): Logged[] {
    return facts.map((fact) => {
      const previous = eventsOf(caseId)
      const event: Logged = {
        ...{ id: newId('evt'), position: log.length + 1, caseId, sequence: previous.length + 1 },
        ...{ at: at.toISOString(), recordedAt: now().toISOString(), actor, correlationId },
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        ...(causationId === undefined ? {} : { causationId }),
        hash: sha256Hex(`${previous.at(-1)?.hash ?? ''}${rules.canonicalJson(fact)}`),
        ...structuredClone(fact),
      }
      log.push(event)
      return event
    })
  }

  function run(first: First, context: rules.Context): void {
    const asTheService = ({ id }: Logged): rules.Context => {
      const { caller: _, actor, onBehalfOf, ...rest } = context
      return { ...rest, actor: systemActor, onBehalfOf: onBehalfOf ?? actor, causationId: id }
    }
    const decided: Logged[] = []
    const decide = ({ decider, command }: rules.Reaction, within: rules.Context) => {
      const given = command as never
      const state = folded(decider, decider.reads(given), eventsOf(command.caseId))
      const facts = decider.decide(given, state, within)
      const events = append(command.caseId, facts, within)
      decided.push(...events)
      return events
    }
    const follow = (events: readonly Logged[]) => {
      const waiting = [...events]
      for (let event = waiting.shift(); event; event = waiting.shift()) {
        for (const next of rules.reactions.to(event, context)) {
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
      for (const next of rules.reactions.atLast(since, context)) follow(decide(next, asTheService(last)))
    }
  }

  function contextNow(): rules.Context {
    const { actor, roles, teams } = who
    const correlationId = `mock_${log.length}`
    return { at: now(), actor, correlationId, caller: { roles, teams }, profile: rules.defaultProfile }
  }

  let confirm: ((made: readonly Logged[]) => void) | undefined

  /** All of it, or nothing. */
  function change(first: First, context = contextNow()): Logged[] {
    const before = log.length
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

  const reactionOf = <Command extends Named, State>(
    decider: rules.Decider<Command, State>,
    command: Loose<Command>,
  ) => rules.reaction(decider, defined<Command>(command as Command))

  return {
    log: () => log,
    eventsOf,
    newId,
    stateIn,
    watchers,
    contextNow,
    execute: <Command extends Named, State>(
      decider: rules.Decider<Command, State>,
      command: NoInfer<Loose<Command>>,
    ) => change(reactionOf(decider, command)),
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
    record: (caseId: string, facts: readonly rules.Fact[], given: Partial<rules.Context> = {}) =>
      change({ caseId, facts }, { ...contextNow(), ...given }),
    asTheService<Command extends Named, State>(
      decider: rules.Decider<Command, State>,
      command: NoInfer<Loose<Command>>,
    ) {
      const { caller: _, ...context } = contextNow()
      return change(reactionOf(decider, command), { ...context, actor: systemActor })
    },
  }
}
