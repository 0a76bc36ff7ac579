import {
  type Context,
  type Decider,
  fold,
  isRead,
  type Reaction,
  type Reads,
  Refusal,
} from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'
import { type ChainedEvent, chain } from '../../store/events/append.ts'
import type { SnapshotKey } from '../../store/events/load.ts'
import type { Head } from '../../store/events/stream.ts'
import { systemActor } from './system-actor.ts'

/** The commands that events call for: at once, and after everything else. */
export type Reactions = {
  /** May refuse a command because of what the tables say about the caller. */
  before?(asked: Reaction['command'], context: Context, tx: Queryable): Promise<void>
  to(event: ChainedEvent, context: Context): Reaction[]
  /** May read tables, which are up to date with the previous events. `asked` is the original command. */
  atLast(
    events: readonly ChainedEvent[],
    context: Context,
    tx: Queryable,
    asked: Reaction['command'],
  ): readonly Reaction[] | Promise<readonly Reaction[]>
}

/** A state as of a version, with the number of events since the last snapshot and its size. */
export type KnownState = {
  version: number
  state: unknown
  unsaved: number
  savedLength?: number | undefined
}

/** The key of a decider's state, in memory and as a snapshot. */
export type StateName = { name: string; key: SnapshotKey; reads: Reads }

/** A state that was read or changed, to be cached. */
export type FoldedState = StateName & KnownState

/** The state as of the head of its case. */
export type StateBefore = (
  decider: Reaction['decider'],
  name: StateName,
) => Omit<KnownState, 'version'> | Promise<Omit<KnownState, 'version'>>

export type DecideOptions = {
  tx: Queryable
  head: Head
  context: Context
  newEventId: (sequence: number) => string
  reactions: Reactions
  stateBefore: StateBefore
}

export type Decided = {
  events: ChainedEvent[]
  head: Head
  /** The state of the original decider, after all reactions. */
  state: unknown
  folded: FoldedState[]
}

const mostCommands = 500

/** Decides a command, then every command its events call for, until none is left. */
export async function decideAndReact(
  { tx, head: before, context, newEventId, reactions, stateBefore }: DecideOptions,
  first: Reaction,
): Promise<Decided> {
  const events: ChainedEvent[] = []
  const folded = new Map<string, FoldedState & { decider: Reaction['decider'] }>()
  let head = before
  let decided = 0

  const stateFor = async ({ decider, command }: Reaction) => {
    const named = nameOf(decider, command)
    const here = folded.get(named.name)
    if (here) return here
    const before = stateBefore(decider, named)
    const { state, unsaved, savedLength } = before instanceof Promise ? await before : before
    const read = events.filter((event) => isRead(named.reads, event))
    const opened = {
      ...named,
      version: head.version,
      state: fold(decider, read, state),
      unsaved: unsaved + read.length,
      savedLength,
      decider,
    }
    folded.set(named.name, opened)
    return opened
  }

  const decide = async (asked: Reaction, within: Context) => {
    decided += 1
    if (decided > mostCommands) {
      throw new Refusal(
        'stateForbids',
        'The rules of the profile form an endless loop here, so nothing was changed.',
      )
    }
    const { state } = await stateFor(asked)
    const facts = asked.decider.decide(asked.command as never, state, within)
    const made = chain(head, within, facts, newEventId)
    const last = made.at(-1)
    if (!last) return made
    events.push(...made)
    head = { ...head, version: last.sequence, hash: Buffer.from(last.hash, 'hex') }
    for (const other of folded.values()) {
      const read = made.filter((event) => isRead(other.reads, event))
      other.state = fold(other.decider, read, other.state)
      other.unsaved += read.length
    }
    return made
  }

  const asTheService = ({ id }: ChainedEvent): Context => {
    const { caller: _, actor, onBehalfOf, ...rest } = context
    return { ...rest, actor: systemActor, onBehalfOf: onBehalfOf ?? actor, causationId: id }
  }

  const follow = async (made: ChainedEvent[]) => {
    const waiting = [...made]
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      for (const next of reactions.to(event, context)) {
        waiting.push(...(await decide(next, asTheService(event))))
      }
    }
  }

  if (reactions.before) await reactions.before(first.command, context, tx)
  await follow(await decide(first, context))
  for (let settled = 0; settled < events.length; ) {
    const last = events.at(-1) as ChainedEvent
    const since = events.slice(settled)
    settled = events.length
    const called = reactions.atLast(since, context, tx, first.command)
    for (const next of called instanceof Promise ? await called : called)
      await follow(await decide(next, { ...asTheService(last), ...forWhom(next) }))
  }

  const { name } = nameOf(first.decider, first.command)
  for (const one of folded.values()) one.version = head.version
  return { events, head, state: folded.get(name)?.state, folded: [...folded.values()] }
}

const forWhom = ({ onBehalfOf }: Reaction) => (onBehalfOf ? { onBehalfOf } : {})

export function nameOf(
  decider: Pick<Decider<never, unknown>, 'name' | 'stateVersion' | 'reads'>,
  command: Reaction['command'],
): StateName {
  const { caseId } = command
  const reads = decider.reads(command as never)
  const subject = 'subject' in reads ? reads.subject : caseId
  const key = { caseId, decider: decider.name, subject, stateVersion: decider.stateVersion }
  return { name: `${decider.name} ${caseId} ${subject}`, key, reads }
}
