-- Deliveries and decisions are found by what another system calls them: their id. Locks both tables for writing while
-- the indexes are made.
create index deliveries_by_id on projections.deliveries (delivery_id);
create index work_products_by_id on projections.work_products (work_product_id);
