-- The opt-outs of parties outlive a purge where the party has other cases; they are found through mergers too. A new table;
-- writers of parties wait while the index is built.

create table kept_opt_outs (
  party_id text not null,
  -- Of the purged case: one that is less sensitive does not take it back.
  sensitivity int not null,
  channels text[] not null,
  primary key (party_id, sensitivity)
);

create index parties_by_merger on projections.parties (merged_into) where merged_into is not null;
