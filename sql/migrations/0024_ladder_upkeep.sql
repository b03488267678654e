-- Each end of a rated game leaves two dead rows here soon, and all that a ladder answers reads what is pending: by the usual rule, which goes by
-- the size that the table has had, they were removed too seldom to be read past quickly.

ALTER TABLE ladder_deltas SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
                               autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000);
