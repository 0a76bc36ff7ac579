-- Locks sessions and room_people for a moment: columns are added without rewriting the tables.

-- What is stored of a session that was held, or why nothing is.
alter table projections.sessions add column record text;
alter table projections.sessions add column without_record text;

-- When sound of somebody in a room was last stored.
alter table room_people add column stored_at timestamptz;
