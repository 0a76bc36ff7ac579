-- How often a link to a session was opened in the last minute, for all processes. A new table: locks nothing.

create table link_openings (
  link bytea primary key,
  since timestamptz not null,
  openings int not null
);
create index link_openings_by_age on link_openings (since);
