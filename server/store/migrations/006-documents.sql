-- Locks the tables of cases, documents and annotations while their rows are given the new columns.

alter table projections.cases drop column document_count;

alter table projections.documents
  add column version int not null default 1,
  add column filed_page int,
  add column original jsonb,
  add column unreadable text,
  add column status text not null default 'current',
  add column why text,
  add column duplicates jsonb,
  add column is_linked boolean not null default false;
update projections.documents set filed_page = start_page;
alter table projections.documents alter column filed_page set not null;

create table projections.document_versions (
  case_id text not null,
  document_id text not null,
  version int not null,
  start_page int not null,
  end_page int not null,
  content jsonb not null,
  original jsonb,
  unreadable text,
  filed_by text not null,
  filed_at timestamptz not null,
  primary key (case_id, document_id, version)
);
insert into projections.document_versions
select d.case_id, d.document_id, 1, d.start_page, d.end_page, d.content, null, null, e.actor->>'name', e.at
from projections.documents d
join events e on e.case_id = d.case_id and e.subject = d.document_id and e.type = 'document.filed';

alter table projections.annotations
  add column author_id text,
  add column rects jsonb,
  add column quote text,
  add column visibility text not null default 'case',
  add column teams text[] not null default '{}',
  add column orphaned boolean not null default false;
update projections.annotations a set author_id = e.actor->>'id'
from events e
where e.case_id = a.case_id and e.subject = a.document_id and e.type = 'document.annotated'
  and e.data->>'annotationId' = a.annotation_id;
alter table projections.annotations alter column author_id set not null;
