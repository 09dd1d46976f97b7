-- runs with: 0320
-- A comment mentions this person at its beginning. The name is not stored: a reader is shown the one of now, or a neutral word where they do not see
-- the person (D129). Without a person it is one whose account is gone.
alter table post_comments add mentions_person boolean not null default false,
  add mentioned_id uuid references profiles on delete set null;
create index post_comments_mentioned on post_comments (mentioned_id) where mentioned_id is not null;

-- Earlier comments have the name in their words. It is told from whom a reply was notified of, or else from who had replied before in the
-- thread; a name that two of them share is left as it is.
with named as materialized (
  select p.id, '@' || array_to_string(
    (regexp_split_to_array(btrim(coalesce(w.name, p.full_name)), '\s+'))[1:case when w.id is null then 1 else 3 end], ' ') as mention
  from profiles p left join warungs w on w.id = p.id and p.role <> 'pembeli'
), answers as (
  select r.id, r.content, r.parent_id, r.created_at, e.answered_id
  from post_comments r left join notification_events e on e.comment_id = r.id
  where r.parent_id is not null and r.content like '@%'
), repliers as (
  select distinct on (parent_id, user_id) parent_id, user_id, created_at, id
  from post_comments where parent_id is not null order by parent_id, user_id, created_at, id
), meant as (
  select id, content, answered_id as person from answers where answered_id is not null
  union all
  select a.id, a.content, r.user_id from answers a join repliers r on r.parent_id = a.parent_id
  where a.answered_id is null and (r.created_at, r.id) < (a.created_at, a.id)
), told as (
  select m.id, (array_agg(n.id))[1] as person, min(char_length(n.mention)) as length
  from meant m
  join named n on n.id = m.person
  where starts_with(m.content, n.mention || ' ') and char_length(m.content) > char_length(n.mention) + 1
  group by m.id
  having count(distinct n.id) = 1
)
update post_comments c set content = substr(c.content, told.length + 2), mentions_person = true, mentioned_id = told.person
from told where c.id = told.id;

-- Somebody's name may have changed since they were answered: a mention of a person without a stall was one word.
update post_comments c
set content = regexp_replace(c.content, '^@\S+ ', ''), mentions_person = true, mentioned_id = e.answered_id
from notification_events e, post_comments parent
where e.comment_id = c.id and parent.id = c.parent_id and e.answered_id <> parent.user_id
  and not c.mentions_person and c.content ~ '^@\S+ .'
  and not exists (select from warungs w where w.id = e.answered_id);
