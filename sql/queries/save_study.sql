-- name: save_study
-- parameters: $1 id, $2 strength, $3 claim, $4 version from now on, $5 status, $6 step, $7 stage,
--   $8 depth, $9 nodes, $10 milliseconds of the lease, $11 step that was searched, $12 whether its
--   result is exact, $13 its confidence, $14 its nodes, $15 its moves
-- rows: none; the count tells whether the claim still stood
-- shard: id
-- Without a lease the claim is given back, and a new number keeps it from being renewed meanwhile.
WITH moved AS (
  UPDATE studies
     SET version = $4, status = $5, step = $6, stage = $7, depth = $8, nodes = $9,
         updated_at = date_trunc('milliseconds', now()), attempt = 0,
         claim = claim + CASE WHEN $5::text = 'open' AND $10::bigint = 0 THEN 1 ELSE 0 END,
         lease_until = CASE WHEN $5::text = 'open'
           THEN date_trunc('milliseconds', now()) + $10::bigint * interval '1 millisecond' END
   WHERE id = $1 AND strength = $2 AND claim = $3 AND version = $4 - 1 AND lease_until IS NOT NULL
  RETURNING id, strength
)
INSERT INTO study_steps (id, strength, step, depth, exact, confidence, nodes, moves)
SELECT id, strength, $11, $8, $12, $13, $14, $15
  FROM moved
    ON CONFLICT (id, strength, step) DO UPDATE
   SET depth = EXCLUDED.depth, exact = EXCLUDED.exact, confidence = EXCLUDED.confidence,
       nodes = EXCLUDED.nodes, moves = EXCLUDED.moves
