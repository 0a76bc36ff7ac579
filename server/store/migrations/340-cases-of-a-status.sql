-- Cases of a status, and of a docket, are looked up by these indexes alone. Replaces two indexes: writers wait until both are
-- made.

create index case_work_of_status on projections.case_work (status, case_id);
create index case_work_of_docket on projections.case_work (docket, case_id);
drop index projections.case_work_by_status;
drop index projections.case_work_by_docket;
