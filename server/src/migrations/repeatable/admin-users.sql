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
