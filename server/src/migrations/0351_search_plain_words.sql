-- runs with: 0320
-- Names as searches compare them (platform/words.ts does the same): letters without accents and in small, whatever form of them was typed, without
-- apostrophes and what is invisible. Signs separate words, and pictures are words of their own. Stored texts and two indexes are made by it: whoever
-- changes it makes them anew.
create function plain_words(names text) returns text language sql immutable strict parallel safe
return btrim(
  regexp_replace(
    regexp_replace(
      lower(normalize(
        regexp_replace(
          normalize(
            regexp_replace(
              names,
              '[''`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U000e0000-\U000e0fff]',
              '', 'g'
            ), nfkd
          ),
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
          '', 'g'
        ), nfc
      )),
      '([\u2190-\u2bff\U0001f000-\U0001faff])', ' \1 ', 'g'
    ),
    '[\u0001-/:-@[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u0387\u055b-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u1b5a-\u1b60\u1cc0-\u1cc7\u2000-\u206f\u20a0-\u20cf\u2e00-\u2e7f\u3000-\u3003\u3008-\u3020\u3030\u303d\u30fb\ua9c1-\ua9cd\ufd3e\ufd3f\ufe45\ufe46\ufffd]+',
    ' ', 'g'
  )
);

-- Two spaces stand between the dish and the stall: no term goes from the end of one to the beginning of the other.
update posts p set search_text = named.search_text
from profiles o
left join warungs w on w.id = o.id
join posts n on n.user_id = o.id,
  lateral (select plain_words(n.food_name) || '  '
    || plain_words(case when n.is_admin_post then n.seller_name else coalesce(w.name, o.full_name) end) as search_text) named
where n.id = p.id and p.search_text <> named.search_text;

delete from search_words;
insert into search_words
select distinct word collate "C" from (
  select string_to_table(search_text, ' ') as word from posts
  union all
  select string_to_table(plain_words(name), ' ') from warungs
) named where word <> '';

-- Admins find people by their names so, and by the digits of their numbers.
create index profiles_sought on profiles using gin (plain_words(full_name) gin_trgm_ops, regexp_replace(phone, '\D', '', 'g') gin_trgm_ops);
