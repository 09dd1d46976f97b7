-- Signals that a transaction has committed and Valkey has not yet passed on (D89). A row lives for a fraction of a second, so
-- that dead ones are many: they are removed once some have gathered, however few are alive.
create table unsent_signals (
  id bigint generated always as identity primary key,
  text text not null,
  created_at timestamptz(3) not null default now()
) with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
  autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_threshold = 2000000000
);
