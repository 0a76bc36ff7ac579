-- Passkeys of members, and the challenges that are to be signed with one. Two new tables; sign_in_sessions gets a column
-- without a default: it is locked for a moment, nothing is rewritten.

create table passkeys (
  id text primary key,
  member_id text not null references members,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_member on passkeys (member_id);

-- A challenge is deleted when it is used. Without a session it is one to sign in with.
create table passkey_challenges (
  challenge_hash bytea primary key,
  session_id text,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- The passkey that a session began with.
alter table sign_in_sessions add column passkey_id text;
create index sign_in_sessions_by_passkey on sign_in_sessions (passkey_id) where passkey_id is not null;
