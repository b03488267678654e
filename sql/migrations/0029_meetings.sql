-- What keeps two players from a game with each other is asked for with each challenge and each game that is over, so that answers can say beforehand
-- what may be accepted or played again. A function, because nine statements ask it, and because it costs nothing where it is given a null.

CREATE FUNCTION meeting(a uuid, b uuid, OUT a_blocks boolean, OUT b_blocks boolean, OUT a_kind text, OUT a_chips bigint,
                        OUT b_kind text, OUT b_chips bigint)
  LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  SELECT EXISTS (SELECT FROM blocks WHERE player_id = a AND blocked_id = b),
         EXISTS (SELECT FROM blocks WHERE player_id = b AND blocked_id = a),
         pa.kind, ca.balance, pb.kind, cb.balance
    INTO a_blocks, b_blocks, a_kind, a_chips, b_kind, b_chips
    FROM (SELECT) AS one
    LEFT JOIN players pa ON pa.id = a
    LEFT JOIN chips ca ON ca.player_id = a
    LEFT JOIN players pb ON pb.id = b
    LEFT JOIN chips cb ON cb.player_id = b;
END
$$;
COMMENT ON FUNCTION meeting(uuid, uuid) IS
  'of two players: whether each has blocked the other, what kind each is (null: there is no such player), and what chips each has free '
  '(null: nothing has happened yet). Rows by primary key, of one shard for each player. Nulls for a null';

COMMENT ON COLUMN games.black_name IS 'what the human is called; of a game that is over, what it was then, until a job gives the seat to somebody else';
COMMENT ON COLUMN games.white_name IS 'as black_name';
COMMENT ON COLUMN challenges.maker_name IS 'what the maker is called; of one that has ended, was called then';
COMMENT ON COLUMN challenges.target_name IS 'what the target is called; of one that has ended, was called then';
COMMENT ON COLUMN seeks.player_name IS 'what the player is called; of one that has ended, was called then';
COMMENT ON COLUMN blocks.blocked_name IS 'what that one was called then; shown where there is no such player any more';
