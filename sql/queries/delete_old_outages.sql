-- name: delete_old_outages
-- parameters: $1 time before which they ended, $2 limit
-- rows: one: how many were deleted
-- fan-out: games; each shard looks through its running turns, for outages that are that old alone
-- An outage stays while a turn runs that it held up and whose game has not been told, and the latest
-- one stays in any case: replicas look for it by its number.
WITH old AS (
  DELETE FROM outages
   WHERE seq = ANY (ARRAY(
           SELECT seq FROM outages
            WHERE ended_at < $1 AND seq < (SELECT outage_seq FROM heartbeats)
              AND NOT EXISTS (SELECT FROM games
                               WHERE deadline_at IS NOT NULL AND games.outage_seq < outages.seq
                                 AND turn_started_at < ended_at)
            ORDER BY ended_at
            LIMIT $2))
  RETURNING 1
)
SELECT count(*) FROM old
