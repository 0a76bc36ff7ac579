-- Members are found by the representative for whom they see a case. An index on a small table: its writers wait for a moment.

create index access_grants_by_representative on projections.access_grants (representative_id) where withdrawn_at is null;
