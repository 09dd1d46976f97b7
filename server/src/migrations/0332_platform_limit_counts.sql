-- runs with: 0320
-- What people have done that is limited (D118), by a keyed hash of the limit and of whom it counts. A row matters for minutes, at most
-- for a day, and is in no backup. Unlogged, as it is written with every comment: after a crash of the database all counts begin anew.
create unlogged table limit_counts (
  key text primary key,
  -- when nothing of it counts any more
  full_at timestamptz not null,
  -- of limits that count exactly: when each was done, oldest first
  times timestamptz[] not null default '{}'
);
