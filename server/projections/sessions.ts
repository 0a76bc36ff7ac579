import type { Session } from '@portico/contract/sessions'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const sessions: Projection = {
  name: 'sessions',
  tables: ['sessions'],
  types: [
    'session.requested',
    'session.scheduled',
    'session.rescheduled',
    'session.held',
    'session.noShow',
    'session.postponed',
    'session.withdrawn',
  ],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'sessionId' as session_id, (array_agg(at order by sequence))[1] as first_at,
        (array_agg(at order by sequence desc))[1] as last_at,
        (array_agg(data->>'kind' order by sequence desc) filter (where data ? 'kind'))[1] as kind,
        (array_agg(case type when 'session.rescheduled' then 'scheduled' else substr(type, 9) end
          order by sequence desc))[1] as status,
        (array_agg(type order by sequence desc) filter (where type not in ('session.held', 'session.noShow')))[1]
          as placed_by,
        (array_agg(data->'slot' order by sequence desc) filter (where data ? 'slot'))[1] as slot,
        (array_agg(data->>'why' order by sequence desc))[1] as why,
        (array_agg(data->'participants' order by sequence desc) filter (where data ? 'participants'))[1]
          as participants,
        bool_or(type = 'session.requested') as is_new
      from batch group by case_id, data->>'sessionId'
    ),
    moved as (
      update sessions s set
        kind = coalesce(t.kind, s.kind),
        status = t.status,
        slot = case when t.placed_by in ('session.postponed', 'session.withdrawn') then null
          else coalesce(t.slot, s.slot) end,
        participants = case when t.placed_by in ('session.postponed', 'session.withdrawn') then null
          else coalesce(t.participants, s.participants) end,
        why = t.why,
        changed_at = t.last_at
      from told t where not t.is_new and s.case_id = t.case_id and s.session_id = t.session_id
    )
    insert into sessions
    select case_id, session_id, kind, status,
      case when placed_by in ('session.postponed', 'session.withdrawn') then null else slot end, why, first_at, last_at,
      case when placed_by in ('session.postponed', 'session.withdrawn') then null else participants end
    from told where is_new`,
}

type SessionRow = {
  session_id: string
  kind: Session['kind']
  status: Session['status']
  slot: Session['slot'] | null
  participants: NonNullable<Session['participants']> | null
  why: string | null
  requested_at: Date
  changed_at: Date
}

export async function listSessions(db: Queryable, caseId: string): Promise<Session[]> {
  const rows = await db.rows<SessionRow>(
    `select session_id, kind, status, slot, participants, why, requested_at, changed_at from sessions
     where case_id = $1 order by requested_at, session_id`,
    [caseId],
  )
  return rows.map(({ session_id, kind, status, slot, participants, why, requested_at, changed_at }) => ({
    id: session_id,
    kind,
    status,
    ...(slot ? { slot } : {}),
    ...(participants ? { participants } : {}),
    ...(why === null ? {} : { why }),
    requestedAt: requested_at.toISOString(),
    changedAt: changed_at.toISOString(),
  }))
}
