-- The list of cases in other orders, and by more of its columns. The indexes are built while writers of cases and of
-- their work wait.

create index cases_by_receipt on projections.cases (receipt_date desc, case_id desc);
create index cases_in_order_of_docket_number on projections.cases (docket_number collate "C", case_id);
create index cases_in_order_of_name on projections.cases
  (lower((veteran->>'lastName') || ' ' || (veteran->>'firstName')) collate "C", case_id);
create index case_work_by_step on projections.case_work (entered_step_at, case_id);
create index case_work_by_docket on projections.case_work (docket);
create index case_work_sensitive on projections.case_work (sensitivity) where sensitivity > 0;
