-- Which event of an imported calendar an entry came from. Columns without defaults: nothing is rewritten.

alter table calendar_entries add column uid text, add column sequence int;
create index calendar_entries_by_uid on calendar_entries (participant_id, uid) where uid is not null;
