-- A run database of version 1, with one game.
CREATE TABLE games (
  id INTEGER PRIMARY KEY,           -- the order in which the games were added
  number INTEGER NOT NULL UNIQUE,   -- of the run's games, from 0
  seed INTEGER NOT NULL,            -- 64 bits, signed here
  model_step INTEGER NOT NULL,      -- training steps of the network that played it
  size INTEGER NOT NULL,            -- of the board
  start TEXT,                       -- position string; NULL is the standard start
  plies INTEGER NOT NULL,
  positions INTEGER NOT NULL,       -- plies that are trained
  winner TEXT NOT NULL,             -- 'b' or 'r'
  ending TEXT NOT NULL,             -- 'king captured' or 'king moved off'
  moves BLOB NOT NULL,              -- moves, policies and values; begins with a format version
  added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);

-- Counts positions and skips games without a look at the blobs.
CREATE INDEX games_positions ON games (id, positions);

CREATE TABLE evaluations (          -- matches of the run's network against fixed opponents
  id INTEGER PRIMARY KEY,
  step INTEGER NOT NULL,            -- training steps of the network
  opponent TEXT NOT NULL,
  games INTEGER NOT NULL,
  score REAL NOT NULL,              -- share of games that the network won
  elo REAL NOT NULL,
  elo_low REAL NOT NULL,            -- 95 % interval
  elo_high REAL NOT NULL,
  minutes REAL NOT NULL,            -- run time
  UNIQUE (step, opponent)
);

CREATE TABLE metrics (              -- iterations of the training loop
  step INTEGER PRIMARY KEY,
  minutes REAL NOT NULL,            -- run time
  games INTEGER NOT NULL,
  positions INTEGER NOT NULL,
  policy_loss REAL NOT NULL,
  value_loss REAL NOT NULL,
  positions_per_second REAL NOT NULL,
  learning_rate REAL NOT NULL
);
PRAGMA application_id = 1281975660;
PRAGMA user_version = 1;
INSERT INTO games (number, seed, model_step, size, start, plies, positions, winner, ending, moves)
  VALUES (17, 5, 60, 4, '4/4/1B1R11/4 b', 1, 1, 'b', 'king captured',
          x'010302000000403f060040ffbf');
INSERT INTO evaluations (step, opponent, games, score, elo, elo_low, elo_high, minutes)
  VALUES (60, 'greedy', 40, 0.5, 0, -110, 110, 5);
INSERT INTO metrics VALUES (60, 5.5, 1, 1, 2.25, 0.5, 310, 0.002);
