-- The end of the stall's id, unless another stall has it already: no id that ends alike breaks a printed short address.
create function free_short_code(id uuid) returns text language plpgsql volatile as $$
declare
  code text := right(id::text, 8);
begin
  while exists (select from warungs w where w.short_code = code) loop
    code := right(gen_random_uuid()::text, 8);
  end loop;
  return code;
end $$;

create function give_short_code() returns trigger language plpgsql as $$
begin
  new.short_code := free_short_code(new.id);
  return new;
end $$;
create trigger warungs_give_short_code before insert on warungs
  for each row when (new.short_code is null) execute function give_short_code();
