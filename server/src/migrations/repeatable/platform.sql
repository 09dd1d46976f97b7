create function remember_deleted_ids() returns trigger language plpgsql as $$
begin
  insert into deleted_ids (id) select id from deleted on conflict do nothing;
  return null;
end $$;

-- A row that gets another file no longer has the checksums of the one before, whoever replaces it: the release before knows no
-- checksums. Who knows those of the new file writes them in a statement of its own (D101).
create function files_forget_checksums() returns trigger language plpgsql as $$
begin
  new.sha256 := null;
  return new;
end $$;
create trigger files_forget_checksums before update of bytes, created_at on files
  for each row execute function files_forget_checksums();
