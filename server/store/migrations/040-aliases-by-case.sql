-- What other systems call a case. Locks the table of aliases against writes while the index is built.
create index aliases_by_case on projections.aliases (case_id);
