-- Rooms: when their recordings began to be put together, and how much each person has stored. Both tables are small, and
-- locked for a moment.

alter table rooms add column assembling_at timestamptz;
alter table room_people add column stored_bytes bigint not null default 0;
