-- What was not understood of an imported event, which is busy for all that it may mean. A column without a default:
-- nothing is rewritten.

alter table calendar_entries add column unclear text;
