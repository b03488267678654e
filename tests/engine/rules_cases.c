#include "rules_cases.h"

/* The shortest game is well known (Wikipedia, "Reversi"); the other lines were found by our own
 * enumeration and random play. */
const struct rules_case rules_cases[] = {
    {.title = "the standard start has exactly four moves",
     .opening = REV_OPENING_STANDARD,
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "---OX---"
              "---XO---"
              "--------"
              "--------"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "d3c4f5e6"},
    {.title = "a single line turns",
     .opening = REV_OPENING_STANDARD,
     .transcript = "f5",
     .turned = "e5",
     .board = "--------"
              "--------"
              "--------"
              "---OX---"
              "---XXX--"
              "--------"
              "--------"
              "--------",
     .turn = 'O',
     .passed = '-',
     .legal = "f4d6f6"},
    {.title = "either case is read",
     .opening = REV_OPENING_STANDARD,
     .transcript = "F5d6C3",
     .turned = "d4",
     .board = "--------"
              "--------"
              "--X-----"
              "---XX---"
              "---OXX--"
              "---O----"
              "--------"
              "--------",
     .turn = 'O',
     .passed = '-',
     .legal = "d3f3f4g5"},
    {.title = "a row does not run on into the next one",
     .opening = REV_OPENING_POSITION,
     .start = "-------X"
              "OO------"
              "--------"
              "--------"
              "--------"
              "---XO---"
              "--------"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "-------X"
              "OO------"
              "--------"
              "--------"
              "--------"
              "---XO---"
              "--------"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "f6"},
    {.title = "a falling diagonal does not run round the right edge",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "-------X"
              "--------"
              "O-------"
              "-O------"
              "---XO---"
              "--------"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "-------X"
              "--------"
              "O-------"
              "-O------"
              "---XO---"
              "--------"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "f6"},
    {.title = "a rising diagonal does not run round the left edge",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "--------"
              "X------O"
              "------O-"
              "--------"
              "--------"
              "---XO---"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "X------O"
              "------O-"
              "--------"
              "--------"
              "---XO---"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "f7"},
    {.title = "backwards, a row does not run on into the one before",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "--------"
              "--------"
              "------OO"
              "X-------"
              "--------"
              "---XO---"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "------OO"
              "X-------"
              "--------"
              "---XO---"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "f7"},
    {.title = "backwards, a falling diagonal does not run round the left edge",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "------O-"
              "-------O"
              "--------"
              "X-------"
              "--------"
              "---XO---"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "------O-"
              "-------O"
              "--------"
              "X-------"
              "--------"
              "---XO---"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "f7"},
    {.title = "backwards, a rising diagonal does not run round the right edge",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "--------"
              "--------"
              "-O------"
              "O------X"
              "--------"
              "---XO---"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "-O------"
              "O------X"
              "--------"
              "---XO---"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "f7"},
    {.title = "a file does not run over the top or the bottom",
     .opening = REV_OPENING_POSITION,
     .start = "---XO---"
              "----O---"
              "--------"
              "XO------"
              "--------"
              "--------"
              "---O----"
              "---OX---"
              " X",
     .transcript = "",
     .turned = "",
     .board = "---XO---"
              "----O---"
              "--------"
              "XO------"
              "--------"
              "--------"
              "---O----"
              "---OX---",
     .turn = 'X',
     .passed = '-',
     .legal = "f1f3c4c6c8"},
    {.title = "six discs turn in each of three directions from a corner",
     .opening = REV_OPENING_POSITION,
     .start = "-OOOOOOX"
              "OO------"
              "O-O-----"
              "O--O----"
              "O---O---"
              "O----O--"
              "O-----O-"
              "X------X"
              " X",
     .transcript = "a1",
     .turned = "b1c1d1e1f1g1a2b2a3c3a4d4a5e5a6f6a7g7",
     .board = "XXXXXXXX"
              "XX------"
              "X-X-----"
              "X--X----"
              "X---X---"
              "X----X--"
              "X-----X-"
              "X------X",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "six discs turn in each of three directions from the last corner",
     .opening = REV_OPENING_POSITION,
     .start = "O------O"
              "-X-----X"
              "--X----X"
              "---X---X"
              "----X--X"
              "-----X-X"
              "------XX"
              "OXXXXXX-"
              " O",
     .transcript = "h8",
     .turned = "b2h2c3h3d4h4e5h5f6h6g7h7b8c8d8e8f8g8",
     .board = "O------O"
              "-O-----O"
              "--O----O"
              "---O---O"
              "----O--O"
              "-----O-O"
              "------OO"
              "OOOOOOOO",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "a move in the middle turns discs in all eight directions",
     .opening = REV_OPENING_POSITION,
     .start = "X--X--X-"
              "-O-O-O--"
              "--OOO---"
              "XOO-OOOX"
              "--OOO---"
              "-O-O-O--"
              "X--O--O-"
              "---X---X"
              " X",
     .transcript = "d4",
     .turned = "b2d2f2c3d3e3b4c4e4f4g4c5d5e5b6d6f6d7g7",
     .board = "X--X--X-"
              "-X-X-X--"
              "--XXX---"
              "XXXXXXXX"
              "--XXX---"
              "-X-X-X--"
              "X--X--X-"
              "---X---X",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "discs that turned turn nothing further",
     .opening = REV_OPENING_POSITION,
     .start = "XOO-----"
              "---O----"
              "---X----"
              "---O----"
              "---X----"
              "--------"
              "--------"
              "--------"
              " X",
     .transcript = "d1",
     .turned = "b1c1d2",
     .board = "XXXX----"
              "---X----"
              "---X----"
              "---O----"
              "---X----"
              "--------"
              "--------"
              "--------",
     .turn = 'O',
     .passed = '-',
     .legal = "d6"},
    {.title = "a line that ends at the edge or an empty square turns nothing",
     .opening = REV_OPENING_POSITION,
     .start = "----X---"
              "--O-O--O"
              "---OO-O-"
              "----OX--"
              "--------"
              "--------"
              "--------"
              "--------"
              " X",
     .transcript = "d4",
     .turned = "e4",
     .board = "----X---"
              "--O-O--O"
              "---OO-O-"
              "---XXX--"
              "--------"
              "--------"
              "--------"
              "--------",
     .turn = 'O',
     .passed = '-',
     .legal = "c5d5e5f5g5"},
    {.title = "turning stops at the mover's first disc",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "--------"
              "--------"
              "-OOXOOX-"
              "--------"
              "--------"
              "--------"
              "--------"
              " X",
     .transcript = "a4",
     .turned = "b4c4",
     .board = "--------"
              "--------"
              "--------"
              "XXXXOOX-"
              "--------"
              "--------"
              "--------"
              "--------",
     .turn = 'O',
     .passed = '-',
     .legal = "h4"},
    {.title = "white may be the one to begin",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "--------"
              "--------"
              "---XO---"
              "--------"
              "--------"
              "--------"
              "-------O"
              " O",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "---XO---"
              "--------"
              "--------"
              "--------"
              "-------O",
     .turn = 'O',
     .passed = '-',
     .legal = "c4"},
    {.title = "the side to move passes at once",
     .opening = REV_OPENING_POSITION,
     .start = "XO------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              " O",
     .transcript = "",
     .turned = "",
     .board = "XO------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------",
     .turn = 'X',
     .passed = 'O',
     .legal = "c1"},
    {.title = "a pass at the start, then a move that ends the game",
     .opening = REV_OPENING_POSITION,
     .start = "XO------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              " O",
     .transcript = "c1",
     .turned = "b1",
     .board = "XXX-----"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "only one colour on the board: over before it begins",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "--------"
              "--------"
              "---X----"
              "----X---"
              "--------"
              "--------"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "---X----"
              "----X---"
              "--------"
              "--------"
              "--------",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "neither side can move: over before it begins, squares left",
     .opening = REV_OPENING_POSITION,
     .start = "X-X-----"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "----O-OO"
              " O",
     .transcript = "",
     .turned = "",
     .board = "X-X-----"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "----O-OO",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "an empty board: over before it begins",
     .opening = REV_OPENING_POSITION,
     .start = "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              " X",
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "a full board: over before it begins",
     .opening = REV_OPENING_POSITION,
     .start = "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              " O",
     .transcript = "",
     .turned = "",
     .board = "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO"
              "XOXOXOXO",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "the last square fills the board",
     .opening = REV_OPENING_POSITION,
     .start = "-OOOOOOO"
              "OOOOOOOO"
              "OOOOOOOO"
              "OOOOOOOO"
              "OOOOOOOO"
              "OOOOOOOO"
              "OOOOOOOO"
              "OOOOOOOX"
              " X",
     .transcript = "a1",
     .turned = "b2c3d4e5f6g7",
     .board = "XOOOOOOO"
              "OXOOOOOO"
              "OOXOOOOO"
              "OOOXOOOO"
              "OOOOXOOO"
              "OOOOOXOO"
              "OOOOOOXO"
              "OOOOOOOX",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "a move that leaves both sides stuck with squares left ends the game",
     .opening = REV_OPENING_POSITION,
     .start = "XOOO----"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "-------O"
              " X",
     .transcript = "e1",
     .turned = "b1c1d1",
     .board = "XXXXX---"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "-------O",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "one side passes twice running",
     .opening = REV_OPENING_POSITION,
     .start = "XO------"
              "--------"
              "XO------"
              "--------"
              "XO------"
              "--------"
              "--------"
              "-------X"
              " X",
     .transcript = "c1c3",
     .turned = "b3",
     .board = "XXX-----"
              "--------"
              "XXX-----"
              "--------"
              "XO------"
              "--------"
              "--------"
              "-------X",
     .turn = 'X',
     .passed = 'O',
     .legal = "c5"},
    {.title = "the shortest game: a wipe-out after nine moves",
     .opening = REV_OPENING_STANDARD,
     .transcript = "e6f4e3f6g5d6e7f5c5",
     .turned = "d4d5e5f5d6",
     .board = "--------"
              "--------"
              "----X---"
              "---XXX--"
              "--XXXXX-"
              "---XXX--"
              "----X---"
              "--------",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "a wipe-out by white",
     .opening = REV_OPENING_STANDARD,
     .transcript = "e6f4e3d6c4b4f5f6d3d2",
     .turned = "d3e3d4d5",
     .board = "--------"
              "---O----"
              "---OO---"
              "-OOOOO--"
              "---OOO--"
              "---OOO--"
              "--------"
              "--------",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "the earliest possible pass: after eight moves",
     .opening = REV_OPENING_STANDARD,
     .transcript = "f5f6c4g5h5h4f7h6",
     .turned = "h5",
     .board = "--------"
              "--------"
              "--------"
              "--XXX--O"
              "---XXXOO"
              "-----X-O"
              "-----X--"
              "--------",
     .turn = 'O',
     .passed = 'X',
     .legal = "c5e7"},
    {.title = "over after twenty moves with both colours left",
     .opening = REV_OPENING_STANDARD,
     .transcript = "f5f4e3f2c3c4g3e6e1h2f6g6d6b2c5c6h4g1c7b8",
     .turned = "g3f4e5d6c7",
     .board = "----X-O-"
              "-O---O-O"
              "--O-O-O-"
              "--OOOO-X"
              "--OOOO--"
              "--OOOOO-"
              "--O-----"
              "-O------",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "a full board after five passes",
     .opening = REV_OPENING_STANDARD,
     .transcript = "c4c3f5b4b3c5b2g5a4a1c2c1b1a3e6f6d1e1a2a5g4d2f7g7b5b6h5g8d7f4g3h4f3h2h3g2f1h6h8f"
                   "2f8g1e3d3e2e7d6d8c7b8b7c8h7h1a7c6g6a6a8e8",
     .turned = "d7e7f7b8c8d8",
     .board = "OOOOOOOX"
              "OOOOOOXX"
              "OOOOOXXX"
              "OOOOXOXX"
              "OOOXOXXX"
              "XXXXXXXX"
              "XXOXXXXX"
              "XXXXXXXX",
     .turn = '-',
     .passed = '-',
     .legal = ""},
    {.title = "original opening: black begins in the empty centre",
     .opening = REV_OPENING_ORIGINAL,
     .transcript = "",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "d4e4d5e5"},
    {.title = "original opening: nothing turns while the centre fills",
     .opening = REV_OPENING_ORIGINAL,
     .transcript = "d4d5e4",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "---XX---"
              "---O----"
              "--------"
              "--------"
              "--------",
     .turn = 'O',
     .passed = '-',
     .legal = "e5"},
    {.title = "original opening: discs of a colour side by side",
     .opening = REV_OPENING_ORIGINAL,
     .transcript = "d4d5e4e5",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "---XX---"
              "---OO---"
              "--------"
              "--------"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "c6d6e6f6"},
    {.title = "original opening: the same crosswise",
     .opening = REV_OPENING_ORIGINAL,
     .transcript = "e4d4d5e5",
     .turned = "",
     .board = "--------"
              "--------"
              "--------"
              "---OX---"
              "---XO---"
              "--------"
              "--------"
              "--------",
     .turn = 'X',
     .passed = '-',
     .legal = "d3c4f5e6"},
    {.title = "original opening: the first discs turn at the fifth move",
     .opening = REV_OPENING_ORIGINAL,
     .transcript = "e4d4d5e5c4",
     .turned = "d4",
     .board = "--------"
              "--------"
              "--------"
              "--XXX---"
              "---XO---"
              "--------"
              "--------"
              "--------",
     .turn = 'O',
     .passed = '-',
     .legal = "c3e3c5"},
};

const int rules_case_count = sizeof rules_cases / sizeof rules_cases[0];
