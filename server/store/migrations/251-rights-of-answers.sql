-- Under which rights a stored answer was given. Adds a column without rewriting; locks answers for a moment.

alter table answers add column rights bytea;
