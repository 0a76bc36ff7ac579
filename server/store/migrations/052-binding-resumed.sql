-- What makes a binding be called again, and when it last failed at what it was called for: that it can be reached does not
-- make up for it. Adds columns: locks the bindings for a moment.

alter table port_bindings
  add column call_failed_at timestamptz,
  -- When somebody wanted it to be called now, however long it was to be left alone.
  add column resumed_at timestamptz,
  -- A keyed hash of what the configuration says of it.
  add column configured_as text;
