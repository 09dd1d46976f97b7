-- Hidden from everybody by a decision, until the account is deleted or the decision undone.
alter table profiles add is_removed boolean not null default false;
update profiles p set is_removed = true from decisions d
where d.subject_id = p.id and d.subject_type = 'user' and d.action = 'delete' and d.undone_at is null and d.settled_at is null;

-- The sessions of deleted accounts, by which an open page learns why it is signed out. Nothing in them leads to the person.
create table deleted_sessions (
  token_hash text primary key,
  expires_at timestamptz(3) not null
);
create index deleted_sessions_expiry on deleted_sessions (expires_at);
