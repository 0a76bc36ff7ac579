-- Who may sign in: members, the identities that sign in as them, one-time links, sessions, and wrong guesses.
-- A password, a link and a refresh token are kept only as hashes; a private key only sealed with a secret that
-- is not in the database. New tables only: nothing is locked.

create table members (
  id text primary key,
  username text not null,
  username_folded text not null unique,
  email text,
  email_folded text unique,
  display_name text not null,
  roles text[] not null,
  teams text[] not null default '{}',
  is_first boolean not null default false,
  created_at timestamptz not null,
  deactivated_at timestamptz
);
create unique index members_first on members (is_first) where is_first;

create table credentials (
  member_id text primary key references members,
  password_hash text not null,
  changed_at timestamptz not null
);

create table identities (
  issuer text not null,
  subject text not null,
  member_id text not null references members,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create unique index identities_by_member on identities (member_id, issuer);

create table invitations (
  id text primary key,
  member_id text not null references members,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create unique index invitations_open on invitations (member_id) where used_at is null;

create table sign_in_sessions (
  id text primary key,
  member_id text not null references members,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text
);
create index sign_in_sessions_by_member on sign_in_sessions (member_id) where revoked_at is null;
create index sign_in_sessions_by_end on sign_in_sessions (expires_at);

create table refresh_tokens (
  token_hash bytea primary key,
  session_id text not null references sign_in_sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- Tokens of an external issuer that were signed out here before they expired.
create table ended_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index ended_tokens_by_end on ended_tokens (expires_at);

create table signing_keys (
  id text primary key,
  public_key jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  revoked_at timestamptz
);

-- The key is a keyed hash: a password typed into the username field is not kept in clear.
create table sign_in_guesses (
  key bytea primary key,
  failures int not null,
  last_at timestamptz not null,
  held_until timestamptz not null,
  succeeded_at timestamptz
);
create index sign_in_guesses_by_age on sign_in_guesses (last_at);
