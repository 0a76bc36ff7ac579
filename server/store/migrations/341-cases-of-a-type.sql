-- Cases of a type are looked up by this index alone. Writers of cases wait until it is made.

create index cases_of_type on projections.cases (case_type, case_id);
