-- name: insert_study
-- parameters: $1 … $20 the columns of a study in the order of enum study_column
-- rows: none; the count tells whether it was inserted
-- shard: id
INSERT INTO studies (@study_columns@, lease_until)
VALUES ($1, $2, $3, $4, $5, $6, $7,
        $8, $9, $10, $11, $12, $13, $14, $15, $16,
        $17, $18, $19, $20, CASE WHEN $13::text = 'open' THEN $5::timestamptz END)
    ON CONFLICT (id, strength) DO NOTHING
