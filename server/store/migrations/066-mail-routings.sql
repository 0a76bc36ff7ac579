-- Where mail was routed, and what held of the case then: a changed table of mail types is replayed over it. A new table,
-- filled with the next event, or for past mail by `portico rebuild`. Locks nothing.

create table projections.mail_routings (
  case_id text not null,
  sequence int not null,
  at timestamptz not null,
  task_id text not null,
  mail_type text not null,
  document_id text,
  because text,
  team text,
  conditions text[],
  primary key (case_id, sequence)
);
create index mail_routings_by_time on projections.mail_routings (at, case_id, sequence);
