-- People as others see them, by the name and picture of their stall while they sell (D11).
create view visible_people as
select p.id, coalesce(w.name, p.full_name) as name, p.nagari, coalesce(w.avatar_url, p.avatar_url) as avatar_url
from profiles p
left join warungs w on w.id = p.id and p.role <> 'pembeli'
where not p.is_suspended and not (p.role = 'penjual' and coalesce(w.is_suspended, false));
