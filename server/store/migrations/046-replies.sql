-- Annotations that answer others. Adds a column without a default: annotations are locked for a moment.

alter table projections.annotations add column reply_to text;
