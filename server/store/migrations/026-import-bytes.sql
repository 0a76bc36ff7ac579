-- Which bytes came with which import: only those may its rows name by hash alone. It locks nothing that exists.

create table import_bytes (
  import_id text not null references imports (id),
  sha256 text not null,
  primary key (import_id, sha256)
);
create index imports_by_actor on imports ((actor->>'id'), created_at desc, id desc);
