-- name: get_meeting
-- parameters: $1 and $2 players
-- rows: one: what the function meeting tells of them
-- fan-out: a few rows in each of two shards, by primary key
SELECT @meeting_columns@
  FROM meeting($1, $2)
