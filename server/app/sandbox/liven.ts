import { Refusal } from '../../core/kernel/decider.ts'
import { dayMs, earliest, latest, minuteMs, msLater } from '../../core/time/moments.ts'
import { findCase } from '../../projections/cases.ts'
import type { Database } from '../../store/db.ts'
import { planCase } from '../../synth/plan.ts'
import type { SealDecision } from '../decisions/seal-decision.ts'
import type { SandboxActors } from './actors.ts'
import { lastEvent } from './last-event.ts'
import { type Step, workUpTo } from './life.ts'
import type { PastDesk } from './past-desk.ts'
import { stageAt } from './stages.ts'
import type { SynthesisOrder } from './synthesis-order.ts'

export type Liven = (order: SynthesisOrder, caseId: string, signal?: AbortSignal) => Promise<void>

/**
 * Works a synthetic case up to its stage, by ordinary commands of the people of the sandbox, at times in the past. Every
 * step is one commit, known by its correlation ID: a run that was cut off goes on after the last one that is there.
 */
export function createLiven(parts: {
  db: Database
  openDesk: (clock: () => Date) => PastDesk
  sealBy: (desk: PastDesk, clock: () => Date) => SealDecision
  people: () => Promise<SandboxActors>
  onRefused: (caseId: string, why: string) => void
  clock: () => Date
}): Liven {
  const { db } = parts

  return async (order, caseId, signal) => {
    const stage = stageAt(order.index)
    const plan = planCase(order.seed, order.index, order.pages)
    const actors = await parts.people()
    const opened = await findCase(db, caseId)
    if (!opened) return
    const done = await stepsOf(db, caseId)
    let at = new Date(opened.openedAt)
    const clock = () => at
    const desk = parts.openDesk(clock)
    const now = parts.clock()

    /** On a day after the opening; never before what has happened already, whoever did it, nor after now. */
    const step: Step = async (name, day, username, act) => {
      signal?.throwIfAborted()
      const correlationId = `${plan.externalId} ${name}`
      const planned = msLater(opened.openedAt, day * dayMs + (done.size % 50) * minuteMs)
      const last = await lastEvent(db, caseId)
      at = latest(last.at, earliest(now, latest(planned, msLater(at, minuteMs))))
      const person = actors.person(username)
      const actor = actors.of(username)
      if (done.has(correlationId) || !person || !actor) return
      const caller = { roles: person.roles, teams: person.teams }
      await act({ at, actor, caller, correlationId }, person.displayName)
      done.add(correlationId)
    }
    const seal = parts.sealBy(desk, clock)
    try {
      await workUpTo({ db, plan, caseId, stage, desk, step, clock, now, seal })
    } catch (error) {
      // Somebody has worked on it meanwhile, or the profile has other words: it stays as it is.
      if (!(error instanceof Refusal)) throw error
      parts.onRefused(caseId, error.message)
    }
  }
}

async function stepsOf(db: Database, caseId: string): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    `select distinct correlation_id as id from events where case_id = $1`,
    [caseId],
  )
  return new Set(rows.map(({ id }) => id))
}
