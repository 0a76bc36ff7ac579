-- Results of reports over a large docket, made anew in the background. A new table only; whatever is in it can be lost.

create table report_results (
  key text primary key,
  name text not null,
  query jsonb not null,
  most_sensitivity int not null,
  barred_case_ids text[] not null,
  rows jsonb not null,
  made_at timestamptz not null,
  took_ms int not null,
  -- When somebody last asked for it; empty where it was made ahead.
  asked_at timestamptz
);
