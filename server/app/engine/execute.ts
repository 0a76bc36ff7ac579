import type { Profile } from '@portico/contract/profile'
import { type Call, type Decider, fold, Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { defaultProfile } from '../../profile/default.ts'
import { closedAs, closingTypes } from '../../projections/case-work.ts'
import type { Projection } from '../../projections/projection.ts'
import { brokenConstraint, type Database, type Queryable } from '../../store/db.ts'
import { type ChainedEvent, isStale } from '../../store/events/append.ts'
import { loadState } from '../../store/events/load.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { leaveStream, lockCase, openStream } from '../../store/events/stream.ts'
import { reactions as allReactions, erasures } from '../rules.ts'
import { earlierAnswer, type Idempotency } from './answers.ts'
import { createCommit, type ErasuresBy, type WorkFor } from './commit.ts'
import { createCommitTogether } from './commit-together.ts'
import { nameOf, type Reactions, type StateBefore, type StateName } from './decide-and-react.ts'
import { createDecideCommand } from './decide-command.ts'
import { type Left, rememberCases } from './known-cases.ts'
import { tenRandomBytes } from './random.ts'
import { takeTurns } from './take-turns.ts'

/** A request as it came in: who and when, and what makes repeating it harmless. */
export type Request = Call & {
  idempotency?: Idempotency
  /** The version of the case that the caller has seen. */
  expectedVersion?: number
  /** Refuses for what no decider reads. Asked while the case is locked, and not where the answer is a repeat. */
  refuse?: (tx: Queryable) => Promise<void>
  confirm?: Confirm
  /**
   * Written with the events, and without them where the command changes nothing (then it is no news); not where the
   * answer is a repeat.
   */
  also?: (tx: Queryable, isNews: boolean) => Promise<unknown>
}

/** Refuses for what a command would do, before it is written: its events with all that follows from them. */
export type Confirm = (
  events: readonly ChainedEvent[],
  around: { caseId: string; tx: Queryable; profile: Profile; at: Date },
) => Promise<void>

/** The words and rules in force, as of this moment. */
export type ProfileFor = (tx: Queryable) => Promise<Profile>

export type Outcome<State> = { state: State; version: number; events: ChainedEvent[] }

/** A command that is made from what the tables say while the case is locked; they are as its events have left them. */
export type UnderLock<Command> = {
  caseId: string
  underLock: (tx: Queryable, profile: Profile) => Promise<Command>
}

export type AnyCommand = { caseId: string; type: string }

export type Asked<Command, State, Answer> = [
  decider: Decider<Command, State>,
  request: Request,
  command: Command | UnderLock<Command>,
  answer: (outcome: Outcome<State>) => Answer,
]

export type Execute = <Command extends AnyCommand, State, Answer>(
  ...asked: Asked<Command, State, Answer>
) => Promise<Answer>

/** A new id for an event, by its place in its case. */
export type NewEventId = (event: { caseId: string; sequence: number; at: Date }) => string

const anyEventId: NewEventId = ({ at }) => newId('evt', at, tenRandomBytes())

/** The profile that this process last saw, and its number: what is decided by it is written only while it is in force. */
export type KnownProfile = () => { number: number | undefined; profile: Profile }

/** What is decided without a lock holds up whoever follows the events while its tables are written. */
const mostUnlocked = 20

/**
 * The one way to change a case: fold what the decider reads, decide, decide what follows from that, and commit. What this
 * process knows of the case is decided on as it is, and written in one trip if nothing has changed; otherwise, and before
 * anything is refused, the case is locked and read.
 */
export function createExecute(options: {
  db: Database
  projections: readonly Projection[]
  reactions?: Reactions
  erasuresBy?: ErasuresBy
  profileFor?: ProfileFor
  knownProfile?: KnownProfile
  workFor: WorkFor
  newEventId?: NewEventId
  afterCommit?: (events: readonly StoredEvent[]) => void
}): Execute {
  const { db, afterCommit, reactions = allReactions, erasuresBy = erasures } = options
  const { profileFor = async () => defaultProfile, newEventId = anyEventId } = options
  const { knownProfile = options.profileFor ? undefined : anyDefault } = options
  const decideOn = createDecideCommand({ reactions, newEventId })
  const commit = createCommit({ ...options, erasuresBy })
  const commitTogether = createCommitTogether(db, commit)
  const known = rememberCases()
  const inTurn = takeTurns()
  let underway = 0

  const settle = <Answer>({ result, left, stored }: Done<Answer>): Answer => {
    if (left) {
      const { caseId } = left.head
      known.keep(left)
      if (erasuresBy(left.events).length > 0) known.forget(caseId)
      else if (left.events.some(({ type }) => closingTypes.includes(type))) known.doubt(caseId)
    }
    if (stored.length > 0) afterCommit?.(stored)
    return result
  }

  /** Undefined where it has to be decided under the lock; nothing was written then. */
  const unlocked = async <Command extends AnyCommand, State, Answer>(
    asked: Asked<Command, State, Answer>,
  ): Promise<Done<Answer> | undefined> => {
    const [decider, request, command] = asked
    const found = known.case(command.caseId)
    if (request.refuse || request.also || request.confirm) return
    if (!found || !knownProfile || 'underLock' in command || decider.opens?.(command)) return
    const { head, closed } = found
    const { expectedVersion = head.version } = request
    if (expectedVersion !== head.version) return
    const { number, profile } = knownProfile()
    const stateBefore: StateBefore = (its, named) => {
      const state = known.stateIn(found, its, named)
      if (!state) throw new NeedsLock()
      return state
    }
    const around = { tx: noDatabase, head, closed, profile, stateBefore }
    // Whatever it is, it is said once the case is known to be as it is known here.
    const decided = await decideOn(asked, command, around).catch(() => undefined)
    if (!decided || erasuresBy(decided.change.events).length > 0) return
    const { change, result, kept, left } = decided
    if (change.events.length === 0 || change.events.length > mostUnlocked) return
    try {
      const stored = await commitTogether({ change, answers: kept, profile: number }, underway === 1)
      return { result, left, stored }
    } catch (error) {
      known.doubt(command.caseId)
      if (isStale(error) || brokenConstraint(error) === 'answers_pkey') return
      throw error
    }
  }

  const locked = <Command extends AnyCommand, State, Answer>(
    asked: Asked<Command, State, Answer>,
  ): Promise<Done<Answer>> => {
    const [decider, request, given] = asked
    const { caseId } = given
    const { idempotency } = request
    const ready = 'underLock' in given ? undefined : given
    const load = async (tx: Queryable, { name, key, reads }: StateName) => {
      const state = known.state(name)
      return { state, ...(await loadState(tx, key, reads, state?.version)) }
    }

    return db.readThenWrite<Done<Answer>>(async (tx) => {
      const opens = ready && decider.opens?.(ready)
      const first = ready && nameOf(decider as never, ready)
      const [head, earlier, profile, closed, loaded] = await Promise.all([
        opens ? openStream(tx, caseId) : lockCase(tx, caseId),
        idempotency && earlierAnswer(tx, request.actor.id, idempotency),
        profileFor(tx),
        opens ? (false as const) : closedAs(tx, caseId),
        first && load(tx, first),
      ])
      if (earlier) {
        return async (tx) => {
          if (head?.version === 0) await leaveStream(tx, caseId)
          return { result: earlier.answer as Answer, stored: [], repeats: earlier.caseId ?? caseId }
        }
      }
      if (!head) throw new Refusal('notFound', 'There is no case with this id.')
      refuseStale(request, head.version)
      await request.refuse?.(tx)

      const command = 'underLock' in given ? await given.underLock(tx, profile) : given
      const stateBefore: StateBefore = async (its, named) => {
        const before = loaded && named.name === first?.name ? loaded : await load(tx, named)
        const { state: known, snapshot, tail } = before
        const state = fold(its, tail, known?.state ?? snapshot ?? its.initial)
        return { ...known, state, unsaved: (known?.unsaved ?? 0) + tail.length }
      }
      const decided = await decideOn(asked, command, { tx, head, closed, profile, stateBefore })
      const { change, result, kept, left } = decided
      const { also } = request
      return async (tx) => ({ result, left, stored: await commit(tx, [change], { answers: kept, also }) })
    })
  }

  const done = async <Command extends AnyCommand, State, Answer>(
    asked: Asked<Command, State, Answer>,
  ): Promise<Answer> => {
    underway += 1
    try {
      const done =
        (await unlocked(asked)) ??
        (await locked(asked).catch((error) => {
          // The same key came in on another case at the same moment; by now its answer can be read.
          if (brokenConstraint(error) === 'answers_pkey') return locked(asked)
          throw error
        }))
      if (done.repeats !== undefined) await asked[1].idempotency?.refuseRepeat?.(done.repeats)
      return settle(done)
    } finally {
      underway -= 1
    }
  }

  return (...asked) => inTurn(asked[2].caseId, () => done(asked))
}

type Done<Answer> = {
  result: Answer
  stored: StoredEvent[]
  left?: Left
  /** The case of an answer that was given before. */
  repeats?: string
}

const anyDefault: KnownProfile = () => ({ number: undefined, profile: defaultProfile })

class NeedsLock extends Error {}

const noDatabase: Queryable = {
  rows: async () => {
    throw new NeedsLock()
  },
}

export function refuseStale({ expectedVersion }: Pick<Request, 'expectedVersion'>, version: number) {
  if (expectedVersion === undefined || expectedVersion === version) return
  throw new Refusal('conflict', `The case is at version ${version}, not ${expectedVersion}: read it again.`)
}
