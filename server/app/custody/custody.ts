import { randomBytes } from 'node:crypto'
import type { Tombstone } from '@portico/contract/custody'
import type { Profile } from '@portico/contract/profile'
import type { RetentionRule } from '@portico/contract/profile/docket'
import { custody } from '../../core/file/custody.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import {
  type DueCursor,
  findTombstone,
  type Keeping,
  listDue,
  listHolds,
  listTombstones,
  type SeenCases,
} from '../../projections/custody.ts'
import type { Database } from '../../store/db.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

const dueAtOnce = 200

/** Legal holds, sensitivity, retention and purges. */
export function openCustody({
  db,
  execute,
  profile,
  clock,
}: {
  db: Database
  execute: Execute
  profile: () => Promise<Profile>
  clock: () => Date
}) {
  const purge = (request: Request, caseId: string, order?: { why: string }) => {
    const command = { type: 'purge' as const, caseId, ...(order ? { order } : {}) }
    return execute(custody, request, command, ({ events }) => tombstoneOf(events))
  }

  return {
    holds: (caseId: string) => listHolds(db, caseId),

    placeHold(request: Request, caseId: string, why: string) {
      const holdId = newId('hold', request.at, randomBytes(10))
      const { actor, at } = request
      return execute(custody, request, { type: 'placeHold', caseId, holdId, why }, () => ({
        hold: { id: holdId, why, placedBy: actor.name, placedAt: at.toISOString() },
      }))
    },

    liftHold: (request: Request, caseId: string, holdId: string, why: string) =>
      execute(custody, request, { type: 'liftHold', caseId, holdId, why }, () => null),

    async setSensitivity(request: Request, caseId: string, given: { level: number; why: string }) {
      const { levels } = (await profile()).sensitivity
      const label = levels.find(({ level }) => level === given.level)?.label ?? ''
      const command = { type: 'setSensitivity' as const, caseId, ...given }
      return execute(custody, request, command, ({ state }) => ({ level: state.sensitivity, label }))
    },

    purge,

    async tombstone(caseId: string, seen?: SeenCases) {
      const found = await findTombstone(db, caseId, seen)
      if (!found) throw new Refusal('notFound', 'No case with this id was purged.')
      return found
    },
    tombstones: (read: { after?: string | undefined; limit: number; seen?: SeenCases }) =>
      listTombstones(db, read),
    due: async (read: { after?: DueCursor; limit: number; seen?: SeenCases }) =>
      listDue(db, keeping((await profile()).retention), { ...read, now: clock() }),

    /** Purges every case past its retention period, or only those whose rule purges automatically. */
    async purgeDue({ byItself = false, signal }: { byItself?: boolean; signal?: AbortSignal } = {}) {
      const purged: Tombstone[] = []
      for (let after: DueCursor | undefined; ; ) {
        const { retention } = await profile()
        const rules = retention.filter(({ purgesByItself }) => purgesByItself || !byItself)
        const read = { now: clock(), ...(after ? { after } : {}), limit: dueAtOnce, unheld: true }
        const due = await listDue(db, keeping(rules), read)
        for (const { id } of due) {
          signal?.throwIfAborted()
          const request = { at: clock(), actor: systemActor, correlationId: `purge ${id}` }
          // Placed on hold meanwhile, or already purged.
          const tombstone = await purge(request, id).catch((error) => {
            if (!(error instanceof Refusal)) throw error
          })
          if (tombstone) purged.push(tombstone)
        }
        if (due.length < dueAtOnce) return purged
        after = due.at(-1)
      }
    },
  }
}

export type Custody = ReturnType<typeof openCustody>

/** The first rule that names a case type applies. */
function keeping(rules: readonly RetentionRule[]): Keeping[] {
  const all = rules.flatMap(({ caseTypes, keepYears, why }) =>
    caseTypes.map((caseType) => ({ caseType, keepYears, why })),
  )
  return [...new Map(all.toReversed().map((one) => [one.caseType, one])).values()]
}

function tombstoneOf(events: readonly ChainedEvent[]): Tombstone {
  for (const event of events) {
    if (event.type !== 'case.purged') continue
    const { caseId, at, actor, sequence } = event
    const { sensitivity: _, ...data } = event.data
    return { caseId, ...data, purgedAt: at, purgedBy: actor.name, events: sequence - 1 }
  }
  throw new Error('a purge without its event')
}
