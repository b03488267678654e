-- name: get_account_wait
-- parameters: $1 hash of the identity, $2 seconds for which an erasure counts, $3 how many accounts it may have had meanwhile
-- rows: none or one: the seconds until it may have another account; none where it may now
-- shard: hash
SELECT ceil(extract(epoch FROM erased_at + make_interval(secs => $2::integer) - now()))::integer
  FROM erased_identities
 WHERE hash = $1 AND erased_at > now() - make_interval(secs => $2::integer)
 ORDER BY erased_at DESC
OFFSET $3::bigint - 1
 LIMIT 1
