-- How much somebody in a room has done lately, and which rooms were swept after their session. Adds columns without
-- rewriting; locks room_people and rooms for a moment.

alter table room_people add column spent double precision not null default 0;
alter table room_people add column spent_at timestamptz;
alter table rooms add column swept_at timestamptz;
create index rooms_unswept on rooms (created_at) where swept_at is null;
