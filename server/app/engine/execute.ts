import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import { refuseOnClosed } from '../../core/closed-case.ts'
import { type Call, type Decider, fold, Refusal, reaction } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { defaultProfile } from '../../profile/default.ts'
import { isCaseClosed } from '../../projections/case-work.ts'
import type { Projection } from '../../projections/projection.ts'
import { brokenConstraint, type Database, type Queryable } from '../../store/db.ts'
import {
  type ChainedEvent,
  leaveStream,
  loadState,
  lockCase,
  openStream,
  type StoredEvent,
} from '../../store/events.ts'
import { reactions as allReactions, erasures } from '../rules.ts'
import { earlierAnswer, type Idempotency } from './answers.ts'
import { createCommit, type ErasuresBy, type WorkFor } from './commit.ts'
import {
  decideAndReact,
  type FoldedState,
  type KnownState,
  nameOf,
  type Reactions,
  type StateBefore,
  type StateName,
} from './decide-and-react.ts'

/** A request as it came in: who and when, and what makes repeating it harmless. */
export type Request = Call & {
  idempotency?: Idempotency
  /** The version of the case that the caller has seen. */
  expectedVersion?: number
  /** Refuses for what no decider reads. Asked while the case is locked, and not where the answer is a repeat. */
  refuse?: (tx: Queryable) => Promise<void>
}

/** The words and rules in force, as of this moment. */
export type ProfileFor = (tx: Queryable) => Promise<Profile>

export type Outcome<State> = { state: State; version: number; events: ChainedEvent[] }

/** A command that is made from what the tables say while the case is locked; they are as its events have left them. */
export type UnderLock<Command> = {
  caseId: string
  underLock: (tx: Queryable, profile: Profile) => Promise<Command>
}

export type Execute = <Command extends { caseId: string; type: string }, State, Answer>(
  decider: Decider<Command, State>,
  request: Request,
  command: Command | UnderLock<Command>,
  answer: (outcome: Outcome<State>) => Answer,
) => Promise<Answer>

/** A new id for an event, by its place in its case. */
export type NewEventId = (event: { caseId: string; sequence: number; at: Date }) => string

const anyEventId: NewEventId = ({ at }) => newId('evt', at, randomBytes(10))

/**
 * The one way to change a case: lock it, fold what the decider reads, decide, decide what follows from that, and
 * commit.
 */
export function createExecute(options: {
  db: Database
  projections: readonly Projection[]
  reactions?: Reactions
  erasuresBy?: ErasuresBy
  profileFor?: ProfileFor
  workFor: WorkFor
  newEventId?: NewEventId
  afterCommit?: (events: readonly StoredEvent[]) => void
}): Execute {
  const { db, afterCommit, reactions = allReactions, erasuresBy = erasures } = options
  const { profileFor = async () => defaultProfile, newEventId = anyEventId } = options
  const commit = createCommit({ ...options, erasuresBy })
  const states = rememberStates()

  const attempt: Execute = async (decider, request, asked, answer) => {
    const { caseId } = asked
    const { idempotency } = request
    const ready = 'underLock' in asked ? undefined : asked
    const load = async (tx: Queryable, { name, key, reads }: StateName) => {
      const known = states.get(name)
      return { known, ...(await loadState(tx, key, reads, known?.version)) }
    }

    const done = await db.readThenWrite<Done<ReturnType<typeof answer>>>(async (tx) => {
      const opens = ready && decider.opens?.(ready)
      const first = ready && nameOf(decider as never, ready)
      const [head, earlier, profile, isClosed, loaded] = await Promise.all([
        opens ? openStream(tx, caseId) : lockCase(tx, caseId),
        idempotency && earlierAnswer(tx, request.actor.id, idempotency),
        profileFor(tx),
        opens ? false : isCaseClosed(tx, caseId),
        first && load(tx, first),
      ])
      if (earlier) {
        return async (tx) => {
          if (head?.version === 0) await leaveStream(tx, caseId)
          return { answer: earlier.answer as ReturnType<typeof answer>, events: [], folded: [] }
        }
      }
      if (!head) throw new Refusal('notFound', 'There is no case with this id.')
      refuseStale(request, head.version)
      await request.refuse?.(tx)

      const command = 'underLock' in asked ? await asked.underLock(tx, profile) : asked
      if (isClosed) refuseOnClosed(decider.name, command, { actor: request.actor, profile })
      const { idempotency: _, expectedVersion: __, refuse: ___, ...call } = request
      const stateBefore: StateBefore = async (its, named) => {
        const before = loaded && named.name === first?.name ? loaded : await load(tx, named)
        const { known, snapshot, tail } = before
        const state = fold(its, tail, known?.state ?? snapshot ?? its.initial)
        return { state, unsaved: (known?.unsaved ?? 0) + tail.length }
      }
      const decided = await decideAndReact(
        {
          tx,
          head,
          context: { ...call, profile },
          newEventId: (sequence) => newEventId({ caseId, sequence, at: request.at }),
          reactions,
          stateBefore,
        },
        reaction(decider, command),
      )
      const { events: chained, folded } = decided
      const state = decided.state as (typeof decider)['initial']
      const result = answer({ state, version: decided.head.version, events: chained })
      const kept = idempotency && { caseId, request, idempotency, answer: result }

      return async (tx) => ({
        answer: result,
        events: await commit(tx, [{ head, events: chained, folded }], { answer: kept }),
        folded,
      })
    })
    const isErased = erasuresBy(done.events).length > 0
    for (const { name, version, state, unsaved } of isErased ? [] : done.folded)
      states.keep(name, { version, state, unsaved })
    if (isErased) states.forget(caseId)
    if (done.events.length > 0) afterCommit?.(done.events)
    return done.answer
  }

  return (...call) =>
    attempt(...call).catch((error) => {
      // The same key came in on another case at the same moment; by now its answer can be read.
      if (brokenConstraint(error) === 'answers_pkey') return attempt(...call)
      throw error
    })
}

type Done<Answer> = { answer: Answer; events: StoredEvent[]; folded: FoldedState[] }

const mostStates = 1000

/**
 * States as they were when this process last changed them. They are never trusted to be current: what came behind
 * them, from whichever process, is read under the lock of the case and folded on.
 */
function rememberStates() {
  const states = new Map<string, KnownState>()
  return {
    get: (name: string) => states.get(name),
    keep(name: string, state: KnownState) {
      states.delete(name)
      states.set(name, state)
      if (states.size > mostStates) states.delete(states.keys().next().value as string)
    },
    forget(caseId: string) {
      for (const name of states.keys()) if (name.split(' ')[1] === caseId) states.delete(name)
    },
  }
}

function refuseStale({ expectedVersion }: Request, version: number) {
  if (expectedVersion === undefined || expectedVersion === version) return
  throw new Refusal(
    'conflict',
    `The case is at version ${version} by now, not ${expectedVersion}: read it again.`,
  )
}
