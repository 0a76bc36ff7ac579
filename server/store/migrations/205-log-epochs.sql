-- The epochs of the log. A restore or a promotion may take events back that readers have seen, and give their positions to
-- others; what is written from then on is of another epoch. New table and functions. The cursors of followers are put back
-- to the newest event: their rows are locked for a moment.

create table log_epochs (
  epoch bigint primary key,
  -- The greatest committed position when it began: what stands up to there is of the epochs before.
  began_after bigint not null,
  began_at timestamptz not null,
  -- Of which database it is, and where its files lie, where that is known.
  origin text not null,
  place text
);

-- The cluster; its timeline, which a promotion and a recovery from an archive change; the database, which a copy has another
-- of; and the table, which is another one after a restore of a dump.
create function log_origin() returns text language sql stable as $$
  select concat_ws('/',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'public.events'::regclass::oid)
$$;

-- The epoch of this database, begun anew where it is not the one in which the log was written last. Called on every new
-- connection, before anything is written on it. The number is unique among all copies of a log, since each begins at
-- another time: counted, two restores of one backup would have the same.
create function settle_epoch(given_place text default null, is_new boolean default false)
returns bigint language plpgsql as $$
declare
  here text;
  latest public.log_epochs;
begin
  if pg_is_in_recovery() then
    raise exception 'this is a standby that was not promoted' using errcode = '57P03';
  end if;
  here := public.log_origin();
  select * into latest from public.log_epochs order by epoch desc limit 1;
  if not is_new and latest.origin = here and (given_place is null or latest.place = given_place) then
    return latest.epoch;
  end if;
  -- Nobody is between drawing a position and the commit.
  perform pg_advisory_xact_lock(7041001);
  select * into latest from public.log_epochs order by epoch desc limit 1;
  if not is_new and latest.origin = here then
    if given_place is null or latest.place = given_place then
      return latest.epoch;
    end if;
    if latest.place is null then
      update public.log_epochs set place = given_place where epoch = latest.epoch;
      return latest.epoch;
    end if;
  end if;
  insert into public.log_epochs (epoch, began_after, began_at, origin, place)
  values (
    greatest(coalesce(latest.epoch, 0) + 1, extract(epoch from clock_timestamp())::bigint),
    (select coalesce(max(position), 0) from public.events),
    clock_timestamp(), here, coalesce(given_place, latest.place))
  returning * into latest;
  return latest.epoch;
end $$;

-- In which epoch a tool was handed its last events.
alter table reporting_pulls add column epoch bigint;

-- They were moved to the last position that was drawn, which a crash could take back.
update notice_cursor set position = least(position, (select coalesce(max(position), 0) from events));
update reporting_pulls set position = least(position, (select coalesce(max(position), 0) from events));
