-- Who may be the two that a recovery code for somebody takes who was an admin lately (D80): active admins who had been that for a week,
-- without a break, when the person ceased to be one, so that nobody becomes one of them by waiting (recovery_counted_from: profiles_admin_times
-- in auth.sql). A moment that lies ahead, as the clock was set back since, counts as now.
create view recovery_admins as
select p.id as user_id, a.id as admin_id, a.full_name
from all_people p join all_people a on a.role = 'admin' and not a.is_suspended
  and a.admin_since <= least(p.recovery_counted_from, p.admin_until, now()) - interval '7 days'
where p.role <> 'admin' and p.admin_until > now() - interval '30 days';

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
