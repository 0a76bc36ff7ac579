-- Locks deployment, a table of one row, for the moment it takes.

-- Where the service was last reached: what links that a command prints begin with.
alter table deployment add column served_url text;
