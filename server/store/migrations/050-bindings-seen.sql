-- When a process last had a binding in its configuration: what waits for one that none has is given up. Adds a column:
-- locks the bindings for a moment.

alter table port_bindings add column seen_at timestamptz;
update port_bindings set seen_at = now();
