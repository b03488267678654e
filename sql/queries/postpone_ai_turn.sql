-- name: postpone_ai_turn
-- parameters: $1 game, $2 version, $3 ai_attempt that was loaded, $4 and $5 milliseconds after which the
--   turn is due again, at least and at most
-- rows: none; the count tells whether the turn was still as it was loaded
-- shard: game_id
-- The first time that a turn is put off is seen in the game, so its version rises; no column of an index changes by that.
UPDATE games
   SET ai_lease_until = date_trunc('milliseconds', now()
                          + least($5::bigint * interval '1 millisecond',
                                  greatest($4::bigint * interval '1 millisecond',
                                           (now() - turn_started_at) / 4))),
       ai_attempt = 0, ai_waits = true,
       version = CASE WHEN ai_waits THEN version ELSE version + 1 END,
       updated_at = CASE WHEN ai_waits THEN updated_at ELSE greatest(updated_at, date_trunc('milliseconds', now())) END
 WHERE id = $1 AND version = $2 AND ai_attempt = $3
