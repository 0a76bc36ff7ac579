-- Where each word of a page is printed, where the text of a page comes from, and which pages have none.
-- Everything here is derived from the bytes of documents. Adding columns locks page_texts and document_texts for a
-- moment. Pages that were read before have no words, so every document is read anew, in the background.

alter table page_texts
  add column source text not null default 'textLayer',
  -- how sure the recogniser was, from 0 to 1; null for a text layer, which is as it was written
  add column confidence real;

create table page_words (
  case_id text not null,
  page int not null,
  words bytea not null,
  primary key (case_id, page)
);
-- Distances between words are small numbers already: compressing them again takes time and gains nothing.
alter table page_words alter column words set storage external;

-- Pages whose text is in a picture, or in letters that nobody can map. A row goes when its page is recognised.
create table pages_to_recognise (
  case_id text not null,
  page int not null,
  -- counted before each try, so that a page that ends the process does not end it for ever
  tries int not null default 0,
  primary key (case_id, page)
);

create table unreadable_pages (
  case_id text not null,
  page int not null,
  reason text not null,
  primary key (case_id, page)
);

-- A version of a document is known by its first page: no two have the same.
alter table document_texts add column start_page int not null default 0;

do $$
begin
  if exists (select from document_texts) then
    perform graphile_worker.add_job('readTexts', payload := json_build_object('caseId', case_id),
      job_key := 'readTexts:' || case_id, max_attempts := 12)
    from (select distinct case_id from document_texts) as cases;
  end if;
end $$;
