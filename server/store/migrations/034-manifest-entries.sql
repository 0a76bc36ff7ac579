-- A signature freezes every document of the file. What it says of one stands beside the document as canonical JSON, but for
-- its readers: signing puts texts together instead of taking thousands of rows apart.
create function canonical_flat(given jsonb) returns text immutable strict parallel safe language sql as $$
  select '{' || string_agg(to_jsonb(key)::text || ':' || value::text, ',' order by key collate "C") || '}'
  from jsonb_each(given)
$$;

create function canonical_text(given text) returns text immutable strict parallel safe language sql as $$
  select to_jsonb(given)::text
$$;

create function canonical_date(given date) returns text immutable strict parallel safe language sql as $$
  select to_jsonb(given)::text
$$;

alter table projections.documents
  add column manifest_head text not null generated always as (
    '{"content":' || canonical_flat(content) || ',"documentId":' || canonical_text(document_id)
      || ',"endPage":' || end_page::text || ',"name":' || canonical_text(name) || ',"readBy":['
  ) stored,
  add column manifest_tail text not null generated always as (
    '],"receiptDate":' || canonical_date(receipt_date) || ',"startPage":' || start_page::text
      || ',"version":' || version::text || '}'
  ) stored;
