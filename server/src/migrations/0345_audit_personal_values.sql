-- runs with: 0320
-- What accounts that were deleted before have left in the log. A trigger does the same from now on (D130).
update audit_log set actor_name = '' where actor_id is null and actor_name <> '';
-- The site's own texts, banners and lists concern nobody; they are of who wrote them.
update audit_log set details = coalesce((
    select jsonb_object_agg(key, kept) from (
      select key, case when key in ('before', 'after') then (
          select jsonb_object_agg(field, value) from jsonb_each(case jsonb_typeof(entry.value) when 'object' then entry.value else '{}' end)
            as change (field, value)
          where field in ('role', 'is_open', 'is_active', 'starts_at', 'ends_at')
        ) else value end as kept
      from jsonb_each(details) as entry
      where key in ('before', 'after', 'reason', 'p_action', 'reports', 'accepted', 'undone', 'suspended', 'role', 'field', 'filter', 'active',
        'was_active', 'replaced_by')
    ) impersonal where kept is not null
  ), '{}')
where target_user_id is null and (
  actor_id is null or action not in ('create_admin_post', 'update_post', 'create_banner', 'update_banner', 'set_banner_active',
    'delete_banner', 'update_app_setting', 'add_spellings', 'delete_spellings', 'export_users', 'export_warungs', 'export_reports'));
-- The log no longer says whom an admin has looked for, nor how the site is reached.
update audit_log set details = jsonb_set(details #- '{filter,search_term}', '{filter,searched}', to_jsonb(details #>> '{filter,search_term}' <> ''))
where details #> '{filter,search_term}' is not null;
update audit_log set details = '{}' where action = 'update_app_setting' and target_id = 'contact_info';
