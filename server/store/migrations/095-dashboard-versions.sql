-- Of two administrators who say which roles see a dashboard, the second hears of the first. Locks dashboards for a moment.

alter table dashboards add column version integer not null default 1;
