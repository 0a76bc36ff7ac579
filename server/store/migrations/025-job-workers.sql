-- Which workers of the queue are alive: whoever holds a job and has not been heard of for a while has died.

create table job_workers (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
