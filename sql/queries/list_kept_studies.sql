-- name: list_kept_studies
-- parameters: $1 player, $2 whether reviews are wanted, or else analyses, $3 and $4 created_at and id after which the page begins,
--   $5 limit
-- rows: those that the player asked for, latest first: the columns of a study in the order of enum study_column, whether its lease
--   is alive
-- fan-out: a player's studies lie anywhere; each shard gives its own by studies_caller
SELECT @study_columns@, coalesce(lease_until > now(), false)
  FROM studies
 WHERE caller = $1 AND has_token AND (strength <> 'own') = $2 AND (created_at, id) < ($3, $4)
 ORDER BY created_at DESC, id DESC
 LIMIT $5
