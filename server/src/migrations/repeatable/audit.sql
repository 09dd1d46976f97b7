-- The one change of a row is that a deleted account is no longer named, the one removal that it is a year old.
create function audit_log_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{actor_id,target_user_id}'::text[] = to_jsonb(old) - '{actor_id,target_user_id}'::text[]
      and coalesce(new.actor_id = old.actor_id, new.actor_id is null)
      and coalesce(new.target_user_id = old.target_user_id, new.target_user_id is null) then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    if old.created_at < now() - interval '1 year' then
      return old;
    end if;
  end if;
  raise exception 'rows of audit_log stay as they are' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function audit_log_stays();
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function audit_log_stays();
