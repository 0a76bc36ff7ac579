-- Whether a member is a person or another system, and which of the two has read a case. Constant defaults: the tables are
-- locked for a moment, and not rewritten.

alter table members add column kind text not null default 'person' check (kind in ('person', 'integration'));

alter table access_log add column member_kind text not null default 'person'
  check (member_kind in ('person', 'integration'));
