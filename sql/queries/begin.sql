-- name: begin
-- parameters: none
-- rows: none
-- shard: none
-- Several writes that stand or fall together follow, each of which fails where it changes no row.
BEGIN
