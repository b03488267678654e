-- name: check_account_room
-- parameters: $1 hash of the identity, $2 seconds for which an erasure counts, $3 how many accounts it may have had meanwhile
-- rows: one; fails with division by zero where it has had so many
-- shard: hash
-- Within a transaction that has bound the identity to a player, so that none of its accounts is deleted meanwhile.
SELECT 1 / (count(*) < $3::bigint)::integer
  FROM erased_identities
 WHERE hash = $1 AND erased_at > now() - make_interval(secs => $2::integer)
