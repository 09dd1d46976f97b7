-- A stall's short address is a column of its own, so that no id that ends like it breaks a printed one. Of stalls whose ids end
-- alike the oldest has the code; new ones have the end of their id unless it is taken.
alter table warungs add column short_code text;
create unique index warungs_short_code on warungs (short_code);

create function free_short_code(id uuid) returns text language plpgsql volatile as $$
declare
  code text := right(id::text, 8);
begin
  while exists (select from warungs w where w.short_code = code) loop
    code := right(gen_random_uuid()::text, 8);
  end loop;
  return code;
end $$;

update warungs w set short_code = right(w.id::text, 8)
where not exists (
  select from warungs o
  where right(o.id::text, 8) = right(w.id::text, 8) and (o.created_at, o.id) < (w.created_at, w.id)
);
update warungs w set short_code = free_short_code(w.id) where short_code is null;

alter table warungs
  alter column short_code set not null,
  add constraint warungs_short_code_form check (short_code ~ '^[0-9a-f]{8}$');
drop index warungs_short_address;

create function give_short_code() returns trigger language plpgsql as $$
begin
  new.short_code := free_short_code(new.id);
  return new;
end $$;
create trigger warungs_give_short_code before insert on warungs
  for each row when (new.short_code is null) execute function give_short_code();
