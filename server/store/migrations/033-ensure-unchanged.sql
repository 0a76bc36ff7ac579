-- For events that were decided on without locking their case: fails unless the case was moved on from the version that
-- was known, and the profile is the one that was. A look of its own, since the profile is saved behind a fence that the
-- statement at hand has taken. Locks nothing.

create function ensure_unchanged(moved boolean, known_profile int) returns void language plpgsql as $$
begin
  if not moved then
    raise exception 'the case has changed' using errcode = 'serialization_failure';
  end if;
  if known_profile is not null then
    if known_profile <> (select coalesce(max(number), 0) from profile_versions) then
      raise exception 'the profile has changed' using errcode = 'serialization_failure';
    end if;
  end if;
end;
$$;
