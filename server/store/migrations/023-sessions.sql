-- Sessions of cases, and what decisions owe to their recipients. New tables only: nothing is locked.

create table projections.sessions (
  case_id text not null,
  session_id text not null,
  kind text not null,
  status text not null,
  slot jsonb,
  why text,
  requested_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (case_id, session_id)
);

create table projections.deliveries (
  case_id text not null,
  delivery_id text not null,
  work_product_id text not null,
  party_id text not null,
  status text not null,
  channel text,
  sent_at timestamptz,
  tracking text,
  why text,
  changed_at timestamptz not null,
  primary key (case_id, delivery_id)
);
