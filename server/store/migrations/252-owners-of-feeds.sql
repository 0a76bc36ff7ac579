-- A calendar feed shows what its owner may see. Locks calendar_feeds for a moment.

alter table calendar_feeds add column owner_id text;
update calendar_feeds f set owner_id = m.id from members m where m.username = f.created_by;
