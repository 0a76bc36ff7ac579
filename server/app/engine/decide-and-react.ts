import {
  type Context,
  type Decider,
  fold,
  isRead,
  type Reaction,
  type Reads,
  Refusal,
} from '../../core/kernel.ts'
import type { Queryable } from '../../store/db.ts'
import { type ChainedEvent, chain, type Head, loadState, type SnapshotKey } from '../../store/events.ts'
import { releaseFromDeparted } from '../release-from-departed.ts'
import { systemActor } from '../system-actor.ts'

/** What events call for: at once, and when nothing else is left to do. */
export type Reactions = {
  to(event: ChainedEvent, context: Context): Reaction[]
  atLast(events: readonly ChainedEvent[], context: Context): Reaction[]
}

/** A state as this process knows it: as of a version, with how many events behind the last snapshot. */
export type KnownState = { version: number; state: unknown; unsaved: number }

/** A state that was read or changed here, to be kept. */
export type FoldedState = { name: string; key: SnapshotKey; reads: Reads } & KnownState

export type DecideOptions = {
  tx: Queryable
  head: Head
  context: Context
  newEventId: () => string
  reactions: Reactions
  known: (name: string) => KnownState | undefined
}

export type Decided = {
  events: ChainedEvent[]
  version: number
  /** The state of the decider that was asked, after all that followed. */
  state: unknown
  folded: FoldedState[]
}

const mostCommands = 500

/** Decides a command, and then every command that its events call for, until none is left. */
export async function decideAndReact(
  { tx, head: before, context, newEventId, reactions, known }: DecideOptions,
  first: Reaction,
  firstLoad: Loading,
): Promise<Decided> {
  const events: ChainedEvent[] = []
  const folded = new Map<string, FoldedState>()
  let head = before
  let decided = 0

  const stateFor = async (decider: Reaction['decider'], command: Reaction['command'], loading?: Loading) => {
    const { name, key, reads } = nameOf(decider, command)
    const here = folded.get(name)
    if (here) return here
    const { remembered, snapshot, tail } = await (loading ?? loadBehind(tx, key, reads, known(name)))
    const unfolded = [...tail, ...events.filter((event) => isRead(reads, event))]
    const state = fold(decider, unfolded, remembered?.state ?? snapshot ?? decider.initial)
    const unsaved = (remembered?.unsaved ?? 0) + unfolded.length
    const opened = { name, key, reads, version: head.version, state, unsaved, decider }
    folded.set(name, opened)
    return opened
  }

  const decide = async ({ decider, command }: Reaction, within: Context, loading?: Loading) => {
    decided += 1
    if (decided > mostCommands) {
      throw new Refusal('stateForbids', 'The rules of the profile lead to no end here: nothing was changed.')
    }
    const { state } = await stateFor(decider, command, loading)
    const made = chain(head, within, decider.decide(command as never, state, within), newEventId)
    const last = made.at(-1)
    if (!last) return made
    events.push(...made)
    head = { ...head, version: last.sequence, hash: Buffer.from(last.hash, 'hex') }
    for (const other of folded.values()) {
      const read = made.filter((event) => isRead(other.reads, event))
      const { decider: its } = other as FoldedState & { decider: Reaction['decider'] }
      other.state = fold(its, read, other.state)
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

  await follow(await decide(first, context, firstLoad))
  for (let settled = 0; settled < events.length; ) {
    const last = events.at(-1) as ChainedEvent
    const since = events.slice(settled)
    settled = events.length
    const released = await releaseFromDeparted(tx, since)
    for (const next of [...released, ...reactions.atLast(since, context)])
      await follow(await decide(next, asTheService(last)))
  }

  const { name } = nameOf(first.decider, first.command)
  for (const one of folded.values()) one.version = head.version
  return { events, version: head.version, state: folded.get(name)?.state, folded: [...folded.values()] }
}

export type Loading = ReturnType<typeof loadBehind>

/** A state that is known, with what came behind it: they go together, whatever is remembered meanwhile. */
export async function loadBehind(
  tx: Queryable,
  key: SnapshotKey,
  reads: Reads,
  remembered: KnownState | undefined,
) {
  return { remembered, ...(await loadState<unknown>(tx, key, reads, remembered?.version)) }
}

/** What a decider's state is called for this command: in memory, and as a snapshot. */
export function nameOf(
  decider: Pick<Decider<never, unknown>, 'name' | 'stateVersion' | 'reads'>,
  command: Reaction['command'],
): { name: string; key: SnapshotKey; reads: Reads } {
  const { caseId } = command
  const reads = decider.reads(command as never)
  const subject = 'subject' in reads ? reads.subject : caseId
  const key = { caseId, decider: decider.name, subject, stateVersion: decider.stateVersion }
  return { name: `${decider.name} ${caseId} ${subject}`, key, reads }
}
