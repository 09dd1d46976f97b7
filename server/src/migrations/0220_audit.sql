-- What admins did. Rows are only added, which a trigger holds.
create table audit_log (
  id uuid primary key default uuidv7(),
  actor_id uuid references profiles on delete set null,
  actor_name text not null default '',
  action text not null,
  target_type text not null,
  target_id text not null,
  -- whom it concerns, also after the target is gone
  target_user_id uuid references profiles on delete set null,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_action on audit_log (action, created_at desc, id desc);
create index audit_log_target on audit_log (target_id, created_at desc, id desc);
create index audit_log_actor on audit_log (actor_id);
create index audit_log_target_user on audit_log (target_user_id);
