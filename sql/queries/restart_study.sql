-- name: restart_study
-- parameters: $1 id, $2 strength, $3 caller whose it is from now on
-- rows: none; the count tells whether it was this statement that restarted it
-- shard: id
UPDATE studies
   SET status = 'open', caller = $3, has_token = true, lease_until = date_trunc('milliseconds', now()), attempt = 0,
       version = version + 1, updated_at = date_trunc('milliseconds', now())
 WHERE id = $1 AND strength = $2 AND status = 'failed'
