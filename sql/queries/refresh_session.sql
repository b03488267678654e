-- name: refresh_session
-- parameters: $1 player, $2 session, $3 hash of the refresh token that was sent, $4 of the one that follows it, $5 seconds
--   for which that is good, $6 hash of a new access token, $7 seconds for which that is good, $8 seconds for which a token
--   that was followed is still good, and its follower is not followed itself, $9 how many access tokens a session may have
-- rows: one: whether there is such a session of a player who is signed in; whether the token was followed, now or lately;
--   whether it stays the session's, having followed another lately; where one of these, expires_at of the session and of the
--   access token, else nulls
-- shard: player_id
-- In the seconds after a token was followed, it and its follower both get the follower: whoever asks then, in whatever
-- order, has the session's one token afterwards. Access tokens of the session that ended a day ago go on the way, and the
-- oldest, to make room.
WITH session AS (
  SELECT coalesce(fresh AND previous_hash = $3, false) AS followed,
         coalesce(fresh AND refresh_hash = $3, false) AS stays,
         expires_at
    FROM (SELECT refresh_hash, previous_hash, expires_at,
                 previous_hash IS NOT NULL AND refreshed_at > now() - make_interval(secs => $8::integer) AS fresh
            FROM sessions
           WHERE player_id = $1 AND id = $2 AND expires_at > now()
             AND EXISTS (SELECT FROM players WHERE id = $1 AND kind = 'signed-in')) AS found
), followed AS (
  UPDATE sessions
     SET previous_hash = refresh_hash, refresh_hash = $4, refreshed_at = now(),
         expires_at = now() + make_interval(secs => $5::integer)
   WHERE player_id = $1 AND id = $2 AND refresh_hash = $3 AND expires_at > now()
     AND EXISTS (SELECT FROM session WHERE NOT stays)
  RETURNING expires_at
), good AS (
  SELECT expires_at FROM followed UNION ALL SELECT expires_at FROM session WHERE followed OR stays
), token AS (
  INSERT INTO tokens (player_id, hash, created_at, expires_at, kind, session_id)
  SELECT $1, $6, now(), now() + make_interval(secs => $7::integer), 'access', $2 FROM good LIMIT 1
  RETURNING expires_at
), pruned AS (
  DELETE FROM tokens
   WHERE player_id = $1 AND session_id = $2
     AND (expires_at < now() - interval '1 day'
          OR EXISTS (SELECT FROM good)
             AND hash IN (SELECT hash FROM tokens WHERE player_id = $1 AND session_id = $2
                           ORDER BY expires_at DESC OFFSET $9::bigint - 1))
)
SELECT EXISTS (SELECT FROM session),
       EXISTS (SELECT FROM followed) OR EXISTS (SELECT FROM session WHERE followed),
       EXISTS (SELECT FROM session WHERE stays),
       (SELECT max(expires_at) FROM good),
       (SELECT expires_at FROM token)
