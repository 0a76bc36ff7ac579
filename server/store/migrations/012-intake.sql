-- New only: nothing is locked.

-- The second part of a docket number, where whoever opens the case gives none.
create sequence docket_number start 700001;
