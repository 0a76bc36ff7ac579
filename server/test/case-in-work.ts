import type { EventType } from '@portico/contract/events'
import type { Profile } from '@portico/contract/profile'
import { refuseOnClosed } from '../core/closed-case.ts'
import { chainStart } from '../core/kernel/chain.ts'
import {
  type Call,
  type Decider,
  fold,
  isRead,
  type Reaction,
  type Reads,
  type Recorded,
  Refusal,
  reaction,
} from '../core/kernel/decider.ts'
import { reactions } from '../core/reactions.ts'
import type { WorkState } from '../core/work/state.ts'
import { work } from '../core/work/work.ts'
import { defaultProfile } from '../profile/default.ts'
import { type ChainedEvent, chain } from '../store/events/append.ts'
import { alice, noon } from './given.ts'

/** How a case is opened of which only the work matters. */
export const opening = {
  type: 'openCase' as const,
  caseId: 'case_1',
  docketNumber: '260302-1',
  caseType: 'appeal',
  veteran: { firstName: 'Ada', lastName: 'Byron' },
  receiptDate: '2026-03-02',
  uploadedAt: '2026-03-02T00:00:00.000Z',
  originalPdfBytes: 0,
  documents: [],
}

/** What a decider has made of the first so many events of what it reads. */
type Snapshot = { of: string; count: number; state: unknown }

/** One case in memory, with everything that follows from a command: what execute does, without a database. */
export function caseInWork({
  profile = defaultProfile,
  caseId = 'case_1',
}: {
  profile?: Profile
  caseId?: string
} = {}) {
  const events: ChainedEvent[] = []
  let head = { caseId, version: 0, hash: chainStart }
  let snapshots = new Map<Reaction['decider'], Snapshot>()
  let at = noon
  let nextId = 0

  /** Folds what is new since it was last asked for, as snapshots do in the database. */
  const stateOf = (decider: Reaction['decider'], reads: Reads): unknown => {
    const of = 'subject' in reads ? reads.subject : reads.types.join()
    const kept = snapshots.get(decider)
    const { count, state } = kept?.of === of ? kept : { count: 0, state: decider.initial }
    const fresh = (events.slice(count) as Recorded[]).filter((event) => isRead(reads, event))
    const now = fold(decider, fresh, state)
    snapshots.set(decider, { of, count: events.length, state: now })
    return now
  }

  const decide = ({ decider, command }: Reaction, call: Call): ChainedEvent[] => {
    const state = stateOf(decider, decider.reads(command as never))
    const facts = decider.decide(command as never, state, { ...call, profile })
    const made = chain(head, call, facts, () => `evt_${String(++nextId).padStart(5, '0')}`)
    const last = made.at(-1)
    if (last) head = { caseId, version: last.sequence, hash: Buffer.from(last.hash, 'hex') }
    events.push(...made)
    return made
  }

  const follow = (made: ChainedEvent[]) => {
    const context = { at, actor: alice, correlationId: 'req_test', profile }
    const waiting = [...made]
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      for (const next of reactions.to(event, context)) {
        waiting.push(...decide(next, { at, actor: alice, correlationId: 'req_test', causationId: event.id }))
      }
    }
  }

  const point = () => ({ count: events.length, head, snapshots: new Map(snapshots) })
  const goBack = (to: ReturnType<typeof point>) => {
    events.length = to.count
    head = to.head
    snapshots = to.snapshots
  }

  const one = {
    events,
    get state(): WorkState {
      return stateOf(work as unknown as Reaction['decider'], work.reads(undefined as never)) as WorkState
    },
    get at() {
      return at
    },
    passDays(days: number) {
      at = new Date(at.getTime() + days * 86_400_000)
    },
    typesSince: (sequence: number): EventType[] => events.slice(sequence).map(({ type }) => type),

    /** All of it or, where it is refused, none. */
    run<Command extends { caseId: string; type: string }, State>(
      decider: Decider<Command, State>,
      command: Command,
      by: { actor?: Call['actor']; caller?: Call['caller'] } = {},
    ): ChainedEvent[] {
      const before = point()
      const { actor = alice, caller } = by
      try {
        const call = { at, actor, correlationId: 'req_test', ...(caller ? { caller } : {}) }
        // Some tests say facts by a decider of their own.
        if (one.state.isClosed && decider.needs) refuseOnClosed(decider, command, { actor, profile })
        follow(decide(reaction(decider, command), call))
        for (let settled = before.count; settled < events.length; ) {
          const since = events.slice(settled)
          settled = events.length
          for (const next of reactions.atLast(since, { ...call, profile })) {
            follow(decide(next, { at, actor: alice, correlationId: 'req_test' }))
          }
        }
        return events.slice(before.count)
      } catch (error) {
        goBack(before)
        throw error
      }
    },

    /** Why it would be refused; nothing is changed either way. */
    accepts<Command extends { caseId: string; type: string }, State>(
      decider: Decider<Command, State>,
      command: Command,
      by: { actor?: Call['actor']; caller?: Call['caller'] } = {},
    ): string | undefined {
      const before = point()
      try {
        one.run(decider, command, by)
        return undefined
      } catch (error) {
        if (!isRefusal(error)) throw error
        return error.message
      } finally {
        goBack(before)
      }
    },
  }
  return one
}

export type CaseInWork = ReturnType<typeof caseInWork>

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal
}
