-- Who may not read a document is asked with every request of a party. Indexes on one small and one large table: their
-- writers wait while they are made.

create index letters_by_bytes on projections.letters (sha256) where sha256 is not null;
create index documents_made_here on projections.documents (case_id) where made_as is not null;
