import type { Profile } from '@portico/contract/profile'
import type { Asking, Sight } from '../../auth/can.ts'
import type { Receiver } from '../../core/work/distribution.ts'
import type { Queryable } from '../../store/db.ts'
import type { RunSight } from './runs.ts'

export type NamedReceiver = Receiver & { name: string }
export type SightOf = (member: Asking) => Sight

/**
 * The members who may be given cases, or one of them, with the number of drafters in their teams and their backlog.
 * With a `sight`, the backlog counts only cases that the caller sees.
 */
export async function receiversOf(
  db: Queryable,
  { receiverRole, drafterRole, waitingTypes }: Profile['distribution'],
  sightOf: SightOf,
  { memberId, sight }: { memberId?: string; sight?: RunSight } = {},
): Promise<NamedReceiver[]> {
  const rows = await db.rows<ReceiverRow>(
    `select m.id, m.username, m.roles, m.clearance,
       (select count(*)::int from members d
        where d.deactivated_at is null and $2 = any(d.roles) and d.teams && m.teams and d.id <> m.id) as drafters,
       (select count(*)::int from queue_entries q
        where q.assignee = 'person:' || m.id and q.type = any($3) and q.status <> 'onHold'
          and q.sensitivity <= coalesce($5::int, q.sensitivity) and q.case_id <> all($6::text[])) as waiting
     from members m
     where m.deactivated_at is null and m.kind = 'person' and $1 = any(m.roles) and ($4::text is null or m.id = $4)
     order by m.id`,
    [
      receiverRole,
      drafterRole,
      waitingTypes,
      memberId ?? null,
      sight?.mostSensitivity ?? null,
      sight?.barredCaseIds ?? [],
    ],
  )
  return rows.map(({ id, username, roles, clearance, drafters, waiting }) => ({
    memberId: id,
    name: username,
    drafters,
    waiting,
    mostSensitivity: sightOf({ id, roles, clearance }).upTo ?? -1,
  }))
}

type ReceiverRow = {
  id: string
  username: string
  roles: string[]
  clearance: number
  drafters: number
  waiting: number
}
