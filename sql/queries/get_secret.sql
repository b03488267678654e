-- name: get_secret
-- parameters: $1 name
-- rows: one: value
-- fan-out: secrets are the same on every node; read once by each replica when it starts
SELECT value FROM secrets WHERE name = $1
