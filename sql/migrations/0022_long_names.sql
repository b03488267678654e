-- A name has 32 characters as people count them in every alphabet, and pictures too: up to 36 bytes each.
--
-- The rows that are there need not be looked at: they hold less.

ALTER TABLE players
  DROP CONSTRAINT players_name_check,
  ADD CONSTRAINT players_name_check CHECK (octet_length(name) BETWEEN 1 AND 1152) NOT VALID;
COMMENT ON COLUMN players.name IS 'as shown to others; 1 to 32 graphemes, 1152 bytes at most';

ALTER TABLE names
  DROP CONSTRAINT names_folded_check,
  ADD CONSTRAINT names_folded_check CHECK (octet_length(folded) BETWEEN 1 AND 1536) NOT VALID;

ALTER TABLE games
  DROP CONSTRAINT games_black_seat,
  DROP CONSTRAINT games_white_seat,
  ADD CONSTRAINT games_black_seat CHECK
    (CASE black_kind
       WHEN 'human' THEN black_player IS NOT NULL AND black_level IS NULL
         AND octet_length(black_name) BETWEEN 1 AND 1152 AND black_name IS NOT NULL
       WHEN 'ai' THEN black_player IS NULL AND black_name IS NULL
         AND black_level IN ('easy', 'medium', 'hard') AND black_level IS NOT NULL
       ELSE false
     END) NOT VALID,
  ADD CONSTRAINT games_white_seat CHECK
    (CASE white_kind
       WHEN 'human' THEN white_player IS NOT NULL AND white_level IS NULL
         AND octet_length(white_name) BETWEEN 1 AND 1152 AND white_name IS NOT NULL
       WHEN 'ai' THEN white_player IS NULL AND white_name IS NULL
         AND white_level IN ('easy', 'medium', 'hard') AND white_level IS NOT NULL
       ELSE false
     END) NOT VALID;

ALTER TABLE challenges
  DROP CONSTRAINT challenges_maker_name_check,
  DROP CONSTRAINT challenges_target_name_check,
  ADD CONSTRAINT challenges_maker_name_check
    CHECK (octet_length(maker_name) BETWEEN 1 AND 1152) NOT VALID,
  ADD CONSTRAINT challenges_target_name_check
    CHECK (octet_length(target_name) BETWEEN 1 AND 1152) NOT VALID;

ALTER TABLE seeks
  DROP CONSTRAINT seeks_player_name_check,
  ADD CONSTRAINT seeks_player_name_check
    CHECK (octet_length(player_name) BETWEEN 1 AND 1152) NOT VALID;

ALTER TABLE blocks
  DROP CONSTRAINT blocks_blocked_name_check,
  ADD CONSTRAINT blocks_blocked_name_check
    CHECK (octet_length(blocked_name) BETWEEN 1 AND 1152) NOT VALID;
