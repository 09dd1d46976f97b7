-- runs with: 0320
-- Makes anew the texts by which dishes are found. Two spaces stand between the dish and the stall, so that a phrase is of one of them.
update posts p set search_text = named.search_text, nagari_key = named.nagari_key
from profiles o
left join warungs w on w.id = o.id
join posts n on n.user_id = o.id,
  lateral (select plain_words(n.food_name) || '  '
    || plain_words(case when n.is_admin_post then n.seller_name else coalesce(w.name, o.full_name) end) as search_text,
    case when n.is_admin_post then '' else nagari_key(o.nagari) end as nagari_key) named
where n.id = p.id and (p.search_text, p.nagari_key) <> (named.search_text, named.nagari_key);
