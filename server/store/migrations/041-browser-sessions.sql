-- Sessions whose refresh token is in a cookie. Adds a column with a constant default: sign_in_sessions is locked for a
-- moment, nothing is rewritten.

alter table sign_in_sessions add column is_browser boolean not null default false;
