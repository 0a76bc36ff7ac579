import { type Reaction, reaction } from '../core/kernel.ts'
import { work } from '../core/work.ts'
import type { Queryable } from '../store/db.ts'
import type { ChainedEvent } from '../store/events.ts'

/**
 * What was just given to somebody who has left goes on to the team of its type. Whoever is active stays so until the
 * transaction ends: deactivating them waits for it.
 */
export async function releaseFromDeparted(
  tx: Queryable,
  events: readonly ChainedEvent[],
): Promise<Reaction[]> {
  const given = events.flatMap((event) => {
    if (event.type !== 'task.opened' && event.type !== 'task.assigned') return []
    const { taskId, assignee } = event.data
    return assignee?.kind === 'person' ? [{ caseId: event.caseId, taskId, personId: assignee.id }] : []
  })
  if (given.length === 0) return []
  const people = await tx.rows<{ id: string; left: boolean }>(
    `select id, deactivated_at is not null as left from members where id = any($1) order by id for share`,
    [given.map(({ personId }) => personId)],
  )
  const departed = new Set(people.filter(({ left }) => left).map(({ id }) => id))
  return given
    .filter(({ personId }) => departed.has(personId))
    .map((task) => reaction(work, { type: 'releaseTask', ...task }))
}
