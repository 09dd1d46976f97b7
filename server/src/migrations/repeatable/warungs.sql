-- Other features may read these columns of every stall.
create view all_stalls as
select id, name, bio, address, avatar_url, phone_number, whatsapp_number, is_open, confirmed_at, closes_nightly, short_code,
  version, is_suspended, suspension_reason, created_at, updated_at
from warungs;

-- Stalls as they are shown, with what they take from their owner, and whether members see them.
create view displayed_stalls as
select w.id, w.name, w.bio, w.address, p.nagari, coalesce(w.avatar_url, p.avatar_url) as avatar_url, w.phone_number,
  w.whatsapp_number, w.is_open, w.confirmed_at, w.closes_nightly, w.short_code, w.version, w.is_suspended, w.created_at,
  w.updated_at, p.full_name as owner_full_name, p.email as owner_email, p.role as owner_role,
  p.is_suspended as owner_is_suspended,
  not w.is_suspended and not p.is_suspended and p.role <> 'pembeli' as visible
from all_stalls w
join all_people p on p.id = w.id;

-- People as they are shown, by the name and picture of their stall while they sell, and whether members see them.
create view displayed_people as
select p.id, coalesce(w.name, p.full_name) as name, p.nagari, coalesce(w.avatar_url, p.avatar_url) as avatar_url,
  w.id is not null as is_warung, p.role = 'admin' as is_admin,
  not p.is_suspended and not (p.role = 'penjual' and coalesce(w.is_suspended, false)) as visible
from all_people p
left join all_stalls w on w.id = p.id and p.role <> 'pembeli';

create view visible_people as
select id, name, nagari, avatar_url, is_warung, is_admin from displayed_people where visible;

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
