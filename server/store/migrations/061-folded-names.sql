-- Names of parties are compared in lower case, letters with accents too. Writers of parties wait while the indexes are built.

drop index projections.parties_by_last_name;
drop index projections.parties_by_organization;

create index parties_by_last_name on projections.parties ((lower((person->>'lastName') collate "und-x-icu") collate "C"))
  where person is not null;
create index parties_by_organization on projections.parties ((lower((organization) collate "und-x-icu") collate "C"))
  where organization is not null;
