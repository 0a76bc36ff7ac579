-- What browsers tell each other to connect, and captions, are forgotten after a while. An index on a small table: its
-- writers wait for a moment.

create index room_events_passing on room_events (at) where type in ('signal', 'caption');
