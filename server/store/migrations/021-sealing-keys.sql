-- The keys that decisions are sealed with, where a deployment was given none. A new table: nothing is locked.

create table sealing_keys (
  id text primary key,
  certificate bytea not null,
  -- Encrypted with the secret of the deployment, which is not in the database.
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null
);
