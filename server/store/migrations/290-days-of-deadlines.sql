-- Locks tasks and timers for a moment. Deadlines that were set before have no day and no reason.
alter table projections.tasks add column deadline_why text;
alter table projections.timers add column about text;
alter table projections.timers add column deadline text;
alter table projections.timers add column day date;
alter table projections.timers add column why text;
