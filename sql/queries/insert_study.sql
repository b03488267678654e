-- name: insert_study
-- parameters: $1 … $20 the columns of a study in the order of enum study_column
-- rows: none; the count tells whether it was inserted
-- shard: id
INSERT INTO studies (
       id, strength, caller, has_token, created_at, positions, steps,
       nodes_max, depth_max, exact_empties_max, fingerprint, version, status, step, stage, depth,
       nodes, updated_at, claim, attempt, lease_until)
VALUES ($1, $2, $3, $4, $5, $6, $7,
        $8, $9, $10, $11, $12, $13, $14, $15, $16,
        $17, $18, $19, $20, CASE WHEN $13::text = 'open' THEN $5::timestamptz END)
    ON CONFLICT (id, strength) DO NOTHING
