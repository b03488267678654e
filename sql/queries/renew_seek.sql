-- name: renew_seek
-- parameters: $1 seek, $2 alive_until, $3 guest, $4 rating
-- rows: none; the count tells whether it was still open and alive
-- shard: seek_id
UPDATE seeks
   SET alive_until = greatest(alive_until, $2), guest = $3, rating = $4
 WHERE id = $1 AND status = 'open' AND alive_until > now()
