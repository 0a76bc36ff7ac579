-- A signature waits while its package is stored, and to compress one of a large case takes as long as the rest of that.
-- It has 350 bytes for each document, beside the documents themselves.

alter table decision_packages alter column body set storage external;
