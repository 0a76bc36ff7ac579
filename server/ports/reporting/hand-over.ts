import { createHash } from 'node:crypto'
import {
  type Adapter,
  type CallContext,
  type InputOf,
  type OutputOf,
  PortError,
} from '@portico/contract/ports/kit'
import { reporting } from '@portico/contract/ports/reporting'
import { presentEvents } from '../../app/engine/present-events.ts'
import { dataElements } from '../../app/reports/data-elements.ts'
import { resumeAfter } from '../../core/kernel/cursor.ts'
import { dayOf, msBetween, msLater } from '../../core/time/moments.ts'
import type { Queryable } from '../../store/db.ts'
import { listEpochs } from '../../store/events/epochs.ts'
import { readAllEvents } from '../../store/events/read.ts'
import { claimPull, leavePull, movePull, type Pull, renewPull } from '../../store/reporting-pulls.ts'
import type { Tending } from '../delivery/bindings/serve-port.ts'
import { answerOf } from '../delivery/bindings/tended-call.ts'
import { backoffMs } from '../delivery/ledger/backoff.ts'
import { statesSince } from './case-states.ts'

type Port = typeof reporting
type Call = keyof Port['calls']

/** What handing over needs to know of the tool that it is for. */
export type Around = Omit<Tending<'live' | 'profiles'>, 'adapter'> & {
  adapter(): Promise<Adapter<Port>>
  signal: AbortSignal
}

const leaseMs = 120_000
/** How often a tool is asked when it says no time, or one that has passed, or one far ahead. */
const idleMs = 60_000
const leastMs = 1000
const mostMs = 3_600_000

/** Somebody else hands over by now. */
class LostLease extends Error {}

/**
 * Asks the tool when it wants to be handed what is new, and hands it over when that time has come, if no other process
 * does: elements, states, then events in order. The position moves once the tool has taken a run of events; what it is
 * handed twice after a crash it knows already.
 */
export async function handOver(around: Around, { mostEvents = 500 } = {}): Promise<boolean> {
  const { binding, parts, holder: by, signal } = around
  const { db, clock } = parts
  const name = binding.name
  const pull = await claimPull(db, name, { now: clock(), until: leaseEnd(clock()), by })
  if (!pull) return false
  let nextAt = clock()
  let failures = pull.failures
  try {
    const adapter = await around.adapter()
    const said = await call(around, adapter, 'schedule', {}, `schedule ${clock().getTime()}`)
    if (said.nextAt !== undefined && Date.parse(said.nextAt) <= clock().getTime()) {
      await give(around, adapter, { pull, claimed: said.after, attempt: failures + 1, mostEvents })
      nextAt = whenNext(
        await call(around, adapter, 'schedule', {}, `scheduled ${clock().getTime()}`),
        clock(),
      )
    } else nextAt = whenNext(said, clock())
    failures = 0
    around.succeeded()
  } catch (error) {
    if (!signal.aborted && !(error instanceof LostLease)) {
      failures += 1
      const failure = around.said(error)
      nextAt = msLater(clock(), backoffMs(failures, Math.random, failure.retryAfterMs))
      around.failed(error)
    }
  } finally {
    await leavePull(db, name, { by, nextAt, failures })
  }
  return false
}

async function give(
  around: Around,
  adapter: Adapter<Port>,
  {
    pull,
    claimed,
    attempt,
    mostEvents,
  }: { pull: Pull; claimed: number | undefined; attempt: number; mostEvents: number },
): Promise<void> {
  const { binding, parts, holder: by, signal } = around
  const { db, clock, portico } = parts
  const profile = portico.profiles.inForce()
  const { clearance: upTo = profile.sensitivity.ofNewCases } = binding.settings as { clearance?: number }
  const { position: ceiling, epoch } = await portico.live.end()
  const from = await fromWhere(db, { pull, claimed, ceiling, epoch })
  const stillOurs = async (renewed: Promise<boolean>) => {
    signal.throwIfAborted()
    if (!(await renewed)) throw new LostLease('another process hands over by now')
  }
  const renew = () => renewPull(db, binding.name, { by, until: leaseEnd(clock()) })
  const move = (position: number) =>
    movePull(db, binding.name, { by, position, epoch, at: clock(), until: leaseEnd(clock()) })

  if (adapter.calls.takeElements) {
    const elements = dataElements(profile)
    const key = createHash('sha256').update(JSON.stringify(elements)).digest('hex').slice(0, 32)
    await call(around, adapter, 'takeElements', { elements }, `elements ${from} ${key}`, attempt)
  }
  if (adapter.calls.takeStates)
    for await (const cases of statesSince(db, { after: from, ceiling, upTo, profile })) {
      const key = `states ${ceiling}@${epoch} ${cases[0]?.caseId}`
      await call(around, adapter, 'takeStates', { asOf: ceiling, cases }, key, attempt)
      await stillOurs(renew())
    }
  if (!adapter.calls.takeEvents) return stillOurs(move(ceiling))
  const reader = { id: binding.actor.id, teams: [], audience: 'integration' as const, upTo }
  for (let after = from; ; ) {
    const stored = await readAllEvents(db, { after, ceiling, limit: mostEvents, upTo })
    const last = stored.at(-1)?.position
    if (last === undefined) return
    const events = await presentEvents(db, stored, reader, dayOf(clock()))
    await call(around, adapter, 'takeEvents', { after, events }, `events ${after} ${last}@${epoch}`, attempt)
    await stillOurs(move(last))
    after = last
  }
}

/** What a tool has of a log that was put back since is not what stands there by now: it has to go back, too. */
async function fromWhere(
  db: Queryable,
  {
    pull,
    claimed,
    ceiling,
    epoch,
  }: { pull: Pull; claimed: number | undefined; ceiling: number; epoch: number },
): Promise<number> {
  const position = claimed ?? pull.position
  const isPutBack = pull.epoch !== null && pull.epoch !== epoch
  const common = isPutBack
    ? resumeAfter({ position, epoch: pull.epoch ?? epoch }, await listEpochs(db))
    : position
  if (claimed !== undefined && claimed > common)
    throw new PortError(
      'invalid',
      `The tool says that it has the event ${claimed}, but the log was put back: later than ${common} there are others. Let the tool forget what it has after ${common}.`,
    )
  if (position > ceiling)
    throw new PortError(
      'invalid',
      `The tool says that it has the event ${position}; the newest is ${ceiling}.`,
    )
  return common
}

const leaseEnd = (now: Date) => msLater(now, leaseMs)

function whenNext({ nextAt }: OutputOf<Port, 'schedule'>, now: Date): Date {
  const waitMs = nextAt === undefined ? idleMs : msBetween(now, nextAt)
  return msLater(now, Math.min(mostMs, Math.max(leastMs, waitMs)))
}

async function call<Name extends Call>(
  around: Around,
  { calls }: Adapter<Port>,
  name: Name,
  input: InputOf<Port, Name>,
  key: string,
  attempt = 1,
): Promise<OutputOf<Port, Name>> {
  const method = calls[name] as unknown as (
    input: InputOf<Port, Name>,
    context: CallContext,
  ) => Promise<OutputOf<Port, Name>>
  return answerOf(around, (context) => method(input, context), {
    key: `${around.binding.name} ${key}`,
    attempt,
    declared: reporting.calls[name].output,
  })
}
