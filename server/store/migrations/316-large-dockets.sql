-- Indexes by which a docket of any size is read as fast as a small one. Writers of these tables wait while each is built.

-- What is due to be purged, by the rule of its type.
create index case_work_closed_of_type on projections.case_work (case_type, closed_at, case_id) where is_closed;

-- Signed and not sealed: looked for at every start.
create index work_products_unsealed on projections.work_products (case_id)
  where package_sha256 is not null and sealed_sha256 is null;
