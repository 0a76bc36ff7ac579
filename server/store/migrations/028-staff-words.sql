-- Locks tags and annotations while their rows are given their visibility.
-- Words that say nothing of who sees them are those of staff, among themselves.
alter table projections.tags add column visibility text not null default 'staff';
alter table projections.tags alter column visibility drop default;

update projections.annotations a set visibility = 'staff'
from events e
where e.type = 'document.annotated' and e.case_id = a.case_id and e.data->>'annotationId' = a.annotation_id
  and a.visibility = 'case' and not e.data ? 'visibility';
