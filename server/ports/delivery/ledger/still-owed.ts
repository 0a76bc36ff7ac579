import type { Database } from '../../../store/db.ts'
import { eventsOfCases, type StoredEvent } from '../../../store/events/read.ts'
import { wasCalledFor } from '../../../store/obligations/moot.ts'
import type { NewObligation } from '../../../store/obligations/owe.ts'
import type { Binding } from '../bindings/binding.ts'

/**
 * Without what a later event has made superfluous, and without undoing what a binding was never called for: neither would
 * be sent when its turn comes.
 */
export async function stillOwed(
  db: Database,
  { served, name: binding }: Binding,
  owed: readonly NewObligation[],
  events: readonly StoredEvent[],
): Promise<readonly NewObligation[]> {
  const { port, moots, mootBy } = served
  const caseIds = [...new Set(owed.map(({ caseId }) => caseId))]
  const undone = (await eventsOfCases(db, caseIds, mootBy)).flatMap((event) => {
    const moot = moots(event)
    return moot ? [{ ...moot, caseId: event.caseId, sequence: event.sequence, eventId: event.id }] : []
  })
  if (undone.length === 0) return owed
  const dataOf = new Map(events.map(({ id, data }) => [id, data as Record<string, unknown>]))
  const isDue = async ({ caseId, call, eventId, sequence }: NewObligation): Promise<boolean> => {
    const undoing = undone.find((one) => one.eventId === eventId && one.undoneBy === call)
    if (undoing) return wasCalledFor(db, { port: port.name, binding }, undoing)
    const data = dataOf.get(eventId)
    return !undone.some(
      (one) =>
        one.caseId === caseId &&
        one.sequence > sequence &&
        one.calls.includes(call) &&
        Object.entries(one.of).every(([member, value]) => data?.[member] === value),
    )
  }
  const due = await Promise.all(owed.map(isDue))
  return owed.filter((_, index) => due[index])
}
