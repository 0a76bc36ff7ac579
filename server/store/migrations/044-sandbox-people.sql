-- The invented people of a sandbox, as whom anybody may sign in who sits at its machine. A new table: nothing is locked.

create table sandbox_people (
  member_id text primary key references members,
  place int not null
);
