import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import { refuseOnClosed } from '../../core/closed-case.ts'
import { newId } from '../../core/ids.ts'
import { type Call, type Decider, Refusal, reaction } from '../../core/kernel.ts'
import { reactions as coreReactions } from '../../core/reactions.ts'
import { defaultProfile } from '../../profile/default.ts'
import { isCaseClosed } from '../../projections/case-work.ts'
import { applyProjections, type Projection } from '../../projections/projection.ts'
import { brokenConstraint, type Database, type Queryable } from '../../store/db.ts'
import {
  append,
  type ChainedEvent,
  erasePurged,
  leaveStream,
  lockCase,
  openStream,
  type StoredEvent,
  saveSnapshot,
} from '../../store/events.ts'
import { addJobs, type Job } from '../../store/jobs.ts'
import {
  decideAndReact,
  type FoldedState,
  type KnownState,
  loadBehind,
  nameOf,
  type Reactions,
} from './decide-and-react.ts'

/** A request as it came in: who and when, and what makes repeating it harmless. */
export type Request = Call & {
  idempotency?: Idempotency
  /** The version of the case that the caller has seen. */
  expectedVersion?: number
  /** Refuses for what no decider reads. Asked while the case is locked, and not where the answer is a repeat. */
  refuse?: (tx: Queryable) => Promise<void>
}

/** The same key with the same request replays the first answer; the fingerprint tells whether it is the same. */
export type Idempotency = { key: string; fingerprint: Buffer }

/** The work that events ask for; it is queued in their own transaction. */
export type WorkFor = (events: readonly ChainedEvent[]) => Job[]

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

const snapshotEvery = 100

/**
 * The one way to change anything: lock the case, fold what the decider reads, decide, decide what follows from that,
 * and write events, tables, queued work and the answer for repeats in one transaction.
 */
export function createExecute(options: {
  db: Database
  projections: readonly Projection[]
  reactions?: Reactions
  profileFor?: ProfileFor
  workFor: WorkFor
  afterCommit?: (events: readonly StoredEvent[]) => void
}): Execute {
  const { db, projections, workFor, afterCommit } = options
  const { reactions = coreReactions, profileFor = async () => defaultProfile } = options
  const states = rememberStates()

  const attempt: Execute = async (decider, request, asked, answer) => {
    const { caseId } = asked
    const { idempotency } = request
    const ready = 'underLock' in asked ? undefined : asked
    const load = (tx: Queryable, command: { caseId: string; type: string }) => {
      const { name, key, reads } = nameOf(decider as never, command)
      return loadBehind(tx, key, reads, states.get(name))
    }

    const done = await db.readThenWrite<Done<ReturnType<typeof answer>>>(async (tx) => {
      const opens = ready && decider.opens?.(ready)
      const [head, earlier, profile, isClosed, loaded] = await Promise.all([
        opens ? openStream(tx, caseId) : lockCase(tx, caseId),
        idempotency && earlierAnswer(tx, request.actor.id, idempotency),
        profileFor(tx),
        opens ? false : isCaseClosed(tx, caseId),
        ready && load(tx, ready),
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
      const decided = await decideAndReact(
        {
          tx,
          head,
          context: { ...call, profile },
          newEventId: () => newId('evt', request.at, randomBytes(10)),
          reactions,
          known: states.get,
        },
        reaction(decider, command),
        loaded ? Promise.resolve(loaded) : load(tx, command),
      )
      const { events: chained, version, folded } = decided
      const state = decided.state as (typeof decider)['initial']
      const result = answer({ state, version, events: chained })
      const jobs = workFor(chained)
      const grown = folded.filter(({ unsaved }) => unsaved >= snapshotEvery)

      return async (tx) => {
        // In this order: what a purge erases is written before, and what is known of the purge itself after.
        const [, , , , , events] = await Promise.all([
          applyProjections(tx, projections, chained),
          Promise.all(grown.map(({ key, state }) => saveSnapshot(tx, key, version, state))),
          erasePurged(tx, chained),
          addJobs(tx, jobs),
          idempotency && keepAnswer(tx, { caseId, request, idempotency }, result),
          append(tx, head, chained),
        ])
        for (const one of grown) one.unsaved = 0
        return { answer: result, events, folded }
      }
    })
    const isPurged = done.events.some(({ type }) => type === 'case.purged')
    for (const { name, version, state, unsaved } of isPurged ? [] : done.folded)
      states.keep(name, { version, state, unsaved })
    if (isPurged) states.forget(caseId)
    if (done.events.length > 0) afterCommit?.(done.events)
    return done.answer
  }

  return async (...call) => {
    try {
      return await attempt(...call)
    } catch (error) {
      switch (brokenConstraint(error)) {
        // The same key came in on another case at the same moment; by now its answer can be read.
        case 'answers_pkey':
          return attempt(...call)
        case 'aliases_pkey':
          throw new Refusal('conflict', 'A case with this external id is here already.')
        default:
          throw error
      }
    }
  }
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

/** What was answered to the same key before; a refusal where that was another request. */
export async function earlierAnswer(tx: Queryable, actor: string, { key, fingerprint }: Idempotency) {
  const [row] = await tx.rows<{ fingerprint: Buffer; answer: unknown }>(
    `select fingerprint, answer from answers where actor = $1 and key = $2`,
    [actor, key],
  )
  if (row && !row.fingerprint.equals(fingerprint)) {
    throw new Refusal('conflict', 'This idempotency key was used before, for another request.')
  }
  return row
}

export async function keepAnswer(
  tx: Queryable,
  {
    caseId,
    request,
    idempotency,
  }: { caseId?: string; request: Pick<Request, 'actor' | 'at'>; idempotency: Idempotency },
  answer: unknown,
) {
  const { actor, at } = request
  const { key, fingerprint } = idempotency
  await tx.rows(
    `insert into answers (actor, key, fingerprint, answer, at, case_id) values ($1, $2, $3, $4, $5, $6)`,
    [actor.id, key, fingerprint, JSON.stringify(answer ?? null), at, caseId ?? null],
  )
}
