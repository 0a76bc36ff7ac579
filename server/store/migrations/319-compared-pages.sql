-- Which pages of a case were compared, as ranges. A new table, filled from the signatures: reads each once, and locks nothing.

create table compared_pages (
  case_id text primary key,
  pages int4multirange not null
);

insert into compared_pages (case_id, pages)
select case_id, range_agg(int4range(page, page + 1)) from page_signatures group by case_id;
