-- A condition of whoever reads a view is asked only of the rows that they may see: pushed below the condition of the view,
-- an error such as that of a cast told the docket number of a case above their clearance. Locks the views for a moment.

do $$
declare
  view record;
begin
  for view in select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'v'
  loop
    execute format('alter view %s set (security_barrier)', view.name);
  end loop;
end
$$;
