-- What an entry still says when the account is gone whose values it has: what was done, when and why. Everything else goes, also what a later
-- release adds, unless it is named here.
create function audit_details_without_person(details jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, kept), '{}') from (
    select key, case when key in ('before', 'after') then (
        select jsonb_object_agg(field, value) from jsonb_each(case jsonb_typeof(entry.value) when 'object' then entry.value else '{}' end)
          as change (field, value)
        where field in ('role', 'is_open', 'is_active', 'starts_at', 'ends_at')
      ) else value end as kept
    from jsonb_each(details) as entry
    where key in ('before', 'after', 'reason', 'p_action', 'reports', 'accepted', 'undone', 'suspended', 'role', 'field', 'filter', 'active',
      'was_active', 'replaced_by')
  ) impersonal where kept is not null
$$;

-- The one change of a row is that an account that was deleted is no longer named, and what the entry has of it goes too (D130); the one removal
-- that it is a year old. What an entry has before and after, and names, is of the person whom it concerns, or else of who did it.
create function audit_log_stays() returns trigger language plpgsql as $$
declare
  actor_goes constant boolean := tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null;
  target_goes constant boolean := tg_op = 'UPDATE' and old.target_user_id is not null and new.target_user_id is null;
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{actor_id,target_user_id}'::text[] = to_jsonb(old) - '{actor_id,target_user_id}'::text[]
      and (new.actor_id is not distinct from old.actor_id or actor_goes)
      and (new.target_user_id is not distinct from old.target_user_id or target_goes)
      and not exists (
        select from profiles where actor_goes and id = old.actor_id or target_goes and id = old.target_user_id) then
      if actor_goes then
        new.actor_name := '';
      end if;
      if target_goes or actor_goes and old.target_user_id is null then
        new.details := audit_details_without_person(new.details);
      end if;
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
