-- Locks `draft_heads` for a moment, to drop columns: it is written with each change, and the last change has the same.

alter table draft_heads
  drop column version,
  drop column pending,
  drop column changed_by,
  drop column changed_at;
