-- Who has blocked somebody goes on seeing the name that was known then: a new name would reach them like a message (D74).
alter table blocks add column blocked_name text not null default '' check (char_length(blocked_name) <= 80);
update blocks b set blocked_name = coalesce(w.name, p.full_name)
from profiles p left join warungs w on w.id = p.id and p.role <> 'pembeli'
where p.id = b.blocked_id;
alter table blocks alter column blocked_name drop default;
