-- A new table: nothing is locked.

-- Events of imported calendars that were cancelled, in the SEQUENCE that said so: an older one does not bring them back.
create table removed_calendar_events (
  participant_id text not null,
  uid text not null,
  sequence int not null,
  primary key (participant_id, uid)
);
