-- One appeal against a suspension, or against the removal of something one posted.
create table appeals (
  id uuid primary key default uuidv7(),
  decision_id uuid not null unique references decisions on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  content text not null check (char_length(content) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  -- the decision about it; of an accepted one against a suspension, the one that lifts it
  answer_id uuid references decisions on delete set null,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
create index appeals_user on appeals (user_id);
create index appeals_pending on appeals (created_at, id) where status = 'pending';
create index appeals_answer on appeals (answer_id) where answer_id is not null;
