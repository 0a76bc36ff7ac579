-- Until when a postponed session is inside its window. What earlier versions have not recorded of their sessions is filled
-- from the log, so that nobody has to rebuild: the table of sessions is locked while that is written.

alter table projections.sessions add column window_ends_at timestamptz;

update projections.sessions s
set revision = told.revision, last_slot = told.slot, slot_since = told.slot_since
from (
  select known.case_id, known.session_id,
    count(*) filter (where type in ('session.requested', 'session.scheduled', 'session.rescheduled', 'session.held',
      'session.noShow', 'session.postponed', 'session.withdrawn')) as revision,
    (array_agg(data->'slot' order by sequence desc)
      filter (where type in ('session.scheduled', 'session.rescheduled')))[1] as slot,
    max(at) filter (where type in ('session.scheduled', 'session.rescheduled')) as slot_since
  from projections.sessions known join events on events.case_id = known.case_id and subject = known.session_id
  where data is not null
  group by 1, 2
) as told
where s.case_id = told.case_id and s.session_id = told.session_id
  and (s.revision, s.last_slot, s.slot_since) is distinct from (told.revision, told.slot, told.slot_since);
