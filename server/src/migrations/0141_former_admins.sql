-- Since when a person is an admin, and until when they were one (D80): a trigger, so that no way of changing a role leaves it out.
alter table profiles
  add admin_since timestamptz(3),
  add admin_until timestamptz(3);
update profiles set admin_since = created_at where role = 'admin';
update profiles p set admin_until = demoted.at
from (
  select target_user_id as id, max(created_at) as at from audit_log
  where action = 'update_user_by_admin' and details -> 'before' ->> 'role' = 'admin'
  group by target_user_id
) demoted
where demoted.id = p.id and p.role <> 'admin';

create function profiles_admin_times() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' and (tg_op = 'INSERT' or old.role <> 'admin') then
    new.admin_since := now();
  elsif tg_op = 'UPDATE' and old.role = 'admin' and new.role <> 'admin' then
    new.admin_since := null;
    new.admin_until := now();
  end if;
  return new;
end $$;
create trigger profiles_admin_times before insert or update of role on profiles
  for each row execute function profiles_admin_times();

-- A code for somebody who was an admin lately: one admin asks for it, another one makes it.
create table recovery_requests (
  user_id uuid primary key references profiles on delete cascade,
  requested_by uuid not null references profiles on delete cascade,
  expires_at timestamptz(3) not null
);
create index recovery_requests_requested_by on recovery_requests (requested_by);
create index recovery_requests_expiry on recovery_requests (expires_at);

-- E-mails of admins whose account was deleted, hashed: no other account becomes an admin with one of them for a while.
create table deleted_admins (
  email_hash text primary key,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_admins_age on deleted_admins (deleted_at);
create function email_hash(email text) returns text language sql immutable as $$
  select encode(sha256(convert_to(lower(email), 'UTF8')), 'hex')
$$;
create function profiles_remember_admin() returns trigger language plpgsql as $$
begin
  if old.role = 'admin' or old.admin_until > now() - interval '30 days' then
    insert into deleted_admins (email_hash) values (email_hash(old.email))
    on conflict (email_hash) do update set deleted_at = now();
  end if;
  return null;
end $$;
create trigger profiles_remember_admin after delete on profiles for each row execute function profiles_remember_admin();

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
  'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting', 'recovery_code', 'recovery_request', 'role_changed'));
