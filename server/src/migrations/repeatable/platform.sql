create function remember_deleted_ids() returns trigger language plpgsql as $$
begin
  insert into deleted_ids (id) select id from deleted on conflict do nothing;
  return null;
end $$;
