-- runs with: 0320
-- plain_words() makes names and terms comparable (platform/text/words.ts does the same): letters without accents and in small, whatever form of them was typed, without
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

-- Admins find people by their names so, and by the digits of their numbers.
create index profiles_sought on profiles using gin (plain_words(full_name) gin_trgm_ops, regexp_replace(phone, '\D', '', 'g') gin_trgm_ops);

-- Two spellings of a nagari are compared by its words, without what says that it is one, a jorong before it and a larger place behind it.
create or replace function nagari_key(nagari text) returns text language sql immutable parallel safe
return regexp_replace(
  regexp_replace(
    plain_words(regexp_replace(
      regexp_replace(
        regexp_replace(nagari, '^.*[,/][^[:alnum:]]*(?=((ke|ka)?nagari(an)?|nag|ngr)[^[:alnum:]])', '', 'i'),
        '^[^[:alnum:]]*(jorong|jrg|jr|dusun)[^[:alnum:]][^,/]*([^[:alnum:]](?=((ke|ka)?nagari(an)?|nag|ngr)[^[:alnum:]])|[,/][^[:alnum:]]*(?=[[:alpha:]]))',
        '', 'i'
      ),
      '([[:alnum:]][^,/]*)[,/].*$', '\1'
    )),
    '^(((ke|ka)?nagari(an)?|nag|ngr) )+', ''
  ),
  ' (kec|kecamatan|kab|kabupaten) .*$', ''
);
reindex index profiles_nagari;

-- Places of people that are stored already become what forms store from now on (contract/src/area.ts).
create function tidy_place(place text, words text, others text) returns text language sql as $$
  select case when alone like '%(%' and alone not like '%)%' then alone || ')' else alone end
  from (select '[\u0001-/:-@[-`{-\u00bf\u2000-\u206f]+' as signs) s,
    lateral (select regexp_replace(place, '[\u00a0\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g') as spaced) z,
    lateral (select regexp_replace(normalize(spaced, nfc), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g') as seen) a,
    lateral (select regexp_replace(regexp_replace(seen, '^' || signs || '|' || signs || '$', '', 'g'), '\s+', ' ', 'g') as inner_text) b,
    lateral (select regexp_replace(inner_text, '^.*[,/][^[:alnum:]]*(?=(' || words || ')' || signs || ')', '', 'i') as last) l,
    lateral (select case when words like '%nagari%' then regexp_replace(
      last, '^(jorong|jrg|jr|dusun)' || signs || '[^,/]*(' || signs || '(?=(' || words || ')' || signs || ')|[,/][^[:alnum:]]*(?=[[:alpha:]]))', '', 'i'
    ) else last end as whole) w,
    lateral (select regexp_replace(whole, '^((' || words || ')' || signs || ')+(?=.)', '', 'i') as named) c,
    lateral (select regexp_replace(named, signs || '(' || others || ')' || signs || '.*$', '', 'i') as without) d,
    lateral (select regexp_replace(without, '(' || signs || ')?[,/].*$', '') as alone) e
$$;
create function tidy_nagari(nagari text) returns text language sql as $$
  select tidy_place(nagari, '(ke|ka)?nagari(an)?|nag|ngr', 'kec|kecamatan|kab|kabupaten')
$$;
create function tidy_kecamatan(kecamatan text) returns text language sql as $$
  select tidy_place(kecamatan, 'kecamatan|kec|kcm', 'kab|kabupaten')
$$;
update profiles set nagari = tidy_nagari(nagari), kecamatan = tidy_kecamatan(kecamatan)
where (nagari, kecamatan) <> (tidy_nagari(nagari), tidy_kecamatan(kecamatan));
update pending_sign_ups set nagari = tidy_nagari(nagari), kecamatan = tidy_kecamatan(kecamatan);
drop function tidy_nagari, tidy_kecamatan, tidy_place;
