-- name: get_caller
-- parameters: $1 player, $2 hash of the token
-- rows: none or one, none of an erased player or an ended session: expires_at, kind, name, created_at (the player's), now, kind, session_id, scopes (the token's)
-- shard: player_id
SELECT t.expires_at, p.kind, p.name, p.created_at, now(), t.kind, t.session_id, t.scopes
  FROM tokens t
  JOIN players p ON p.id = t.player_id
 WHERE t.player_id = $1 AND t.hash = $2 AND p.kind <> 'erased'
   AND (t.kind <> 'access'
        OR EXISTS (SELECT FROM sessions s WHERE s.player_id = t.player_id AND s.id = t.session_id))
