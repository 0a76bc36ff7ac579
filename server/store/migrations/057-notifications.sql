-- Who was told of which event by which channel, how far events were looked at for that, and how members want to be told.
-- New tables: nothing is locked. What happened before is not told: it begins with what comes next. Rows of a case go with
-- its purge.

create table notices (
  number bigint generated always as identity primary key,
  id text not null unique,
  event_id text not null,
  event_type text not null,
  case_id text not null,
  notification text not null,
  recipient_kind text not null check (recipient_kind in ('member', 'party')),
  recipient_id text not null,
  recipient_name text not null,
  channel text not null,
  seen_as text not null check (seen_as in ('staff', 'party')),
  subject text not null,
  body text not null,
  path text not null,
  at timestamptz not null,
  status text not null check (status in ('shown', 'waiting', 'gathered', 'owed', 'digested', 'suppressed')),
  why text,
  due_at timestamptz,
  binding text,
  digest_id text,
  read_at timestamptz,
  unique (event_id, recipient_kind, recipient_id, channel)
);
create index notices_of_member on notices (recipient_id, number desc) where status = 'shown';
create index notices_unread on notices (recipient_id) where status = 'shown' and read_at is null;
create index notices_shown on notices (number) where status = 'shown';
create index notices_due on notices (due_at) where status in ('waiting', 'gathered');
create index notices_by_case on notices (case_id);
create index notices_by_digest on notices (digest_id) where digest_id is not null;

create table notice_cursor (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into notice_cursor (position) select case when is_called then last_value else 0 end from event_position;

create table member_subscriptions (
  member_id text primary key references members,
  subscriptions jsonb not null,
  updated_at timestamptz not null
);

create table projections.sent_notifications (
  case_id text not null,
  notification_id text not null,
  notification text not null,
  event_id text,
  recipient jsonb not null,
  channel text not null,
  binding text not null,
  status text not null,
  owed_at timestamptz not null,
  destination text,
  sent_at timestamptz,
  tracking text,
  why text,
  primary key (case_id, notification_id)
);
create index sent_notifications_by_id on projections.sent_notifications (notification_id);

create table projections.party_notices (
  case_id text not null,
  party_id text not null,
  opted_out text[] not null,
  time_zone text,
  set_at timestamptz not null,
  primary key (case_id, party_id)
);
create index party_notices_by_party on projections.party_notices (party_id, set_at desc);
