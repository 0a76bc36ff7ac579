-- Locks nothing that exists: new tables only.

-- Every profile that was ever in force; the one with the highest number is. A body is kept as it was written, with the
-- order of its keys. `moves` is what it means for current work, and `applied_at` when that was done.
create table profile_versions (
  number int primary key,
  sha256 bytea not null,
  body json not null,
  source text not null,
  file_sha256 bytea,
  restored_from int references profile_versions,
  why text not null,
  actor jsonb not null,
  at timestamptz not null,
  moves json not null,
  applied_at timestamptz,
  moved jsonb
);
create index profile_versions_to_apply on profile_versions (number) where applied_at is null;

-- Which text a version of an entry stands for: for ever the same, because work products refer to it.
create table boilerplate_texts (
  name text not null,
  version int not null,
  entry json not null,
  body_sha256 bytea not null,
  since int not null references profile_versions,
  primary key (name, version)
);
