-- Why a planned session needs consent, and who has agreed. Locks session_plan_items for a moment.

alter table session_plan_items add column needs_consent text, add column consent text;
