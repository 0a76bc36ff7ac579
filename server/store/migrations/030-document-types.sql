-- What a document is, in the words of the profile. Takes a lock on the table for a moment.
alter table projections.documents add column document_type text;
