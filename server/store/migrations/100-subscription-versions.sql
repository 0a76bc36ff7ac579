-- Locks member_subscriptions for a moment: one row per member.
alter table member_subscriptions add column version integer not null default 1;
