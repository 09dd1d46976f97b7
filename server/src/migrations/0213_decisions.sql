-- What admins decide about applications, reported things, people and stalls.
create table decisions (
  id uuid primary key default uuidv7(),
  -- that of the latest decision about a subject is the subject's version
  number bigint generated always as identity,
  subject_type text not null
    check (subject_type in ('application', 'post', 'comment', 'message', 'user', 'warung', 'appeal')),
  -- no foreign key: a decision outlives what it was about
  subject_id uuid not null,
  action text not null
    check (action in ('approve', 'reject', 'dismiss', 'remove', 'suspend', 'lift', 'delete', 'accept')),
  -- whom it concerns
  user_id uuid references profiles on delete set null,
  decided_by uuid references profiles on delete set null,
  decided_by_name text not null,
  reason text not null default '' check (char_length(reason) <= 500),
  -- what an undo needs; emptied once there is none
  state_before jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  -- when what it deletes was really deleted
  settled_at timestamptz(3)
);
create index decisions_subject on decisions (subject_id, subject_type, number desc) where undone_at is null;
create index decisions_user on decisions (user_id);
create index decisions_decided_by on decisions (decided_by);
create index decisions_age on decisions (created_at);
-- Admins' lists leave out those who are about to be deleted, hardly anybody among all decisions.
create index decisions_deleting on decisions (subject_id) where action = 'delete' and undone_at is null and settled_at is null;
