-- name: list_study_results
-- parameters: $1 id, $2 strength
-- rows: by step: step, depth, exact, confidence, nodes, moves
-- shard: id
SELECT step, depth, exact, confidence, nodes, moves
  FROM study_steps
 WHERE id = $1 AND strength = $2
 ORDER BY step
