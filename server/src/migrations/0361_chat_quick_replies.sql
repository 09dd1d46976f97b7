-- runs with: 0320
-- A cook's own short answers to questions about dishes, in their order. Who has no row has those that everybody begins with.
create table quick_replies (
  user_id uuid primary key references profiles on delete cascade,
  texts text[] not null check (cardinality(texts) between 1 and 6),
  version int not null default 1
);
