-- Where a case stands in another system, as that says. It locks the table of cases for a moment.

alter table projections.cases add column external_status text;
