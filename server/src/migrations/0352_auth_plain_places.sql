-- runs with: 0320
-- How two spellings of a nagari are compared: by its words, without what says that it is one and without a kecamatan that follows.
create or replace function nagari_key(nagari text) returns text language sql immutable parallel safe
return regexp_replace(
  regexp_replace(plain_words(nagari), '^(((ke|ka)?nagari(an)?|nag|ngr) )+', ''),
  ' (kec|kecamatan|kab|kabupaten) .*$', ''
);
reindex index profiles_nagari;

-- Places that are stored already become what forms store from now on (contract/src/area.ts).
create function pg_temp.tidy_place(place text, words text, others text) returns text language sql as $$
  select case when alone like '%(%' and alone not like '%)%' then alone || ')' else alone end
  from (select '[\u0001-/:-@[-`{-\u00bf\u2000-\u206f]+' as signs) s,
    lateral (select regexp_replace(normalize(place, nfc), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g') as seen) a,
    lateral (select regexp_replace(regexp_replace(seen, '^' || signs || '|' || signs || '$', '', 'g'), '\s+', ' ', 'g') as inner_text) b,
    lateral (select regexp_replace(inner_text, '^((' || words || ')' || signs || ')+(?=.)', '', 'i') as named) c,
    lateral (select regexp_replace(named, signs || '(' || others || ')' || signs || '.*$', '', 'i') as alone) d
$$;
create function pg_temp.tidy_nagari(nagari text) returns text language sql as $$
  select pg_temp.tidy_place(nagari, '(ke|ka)?nagari(an)?|nag|ngr', 'kec|kecamatan|kab|kabupaten')
$$;
create function pg_temp.tidy_kecamatan(kecamatan text) returns text language sql as $$
  select pg_temp.tidy_place(kecamatan, 'kecamatan|kec|kcm', 'kab|kabupaten')
$$;
update profiles set nagari = pg_temp.tidy_nagari(nagari), kecamatan = pg_temp.tidy_kecamatan(kecamatan)
where (nagari, kecamatan) <> (pg_temp.tidy_nagari(nagari), pg_temp.tidy_kecamatan(kecamatan));
update pending_sign_ups set nagari = pg_temp.tidy_nagari(nagari), kecamatan = pg_temp.tidy_kecamatan(kecamatan);
update seller_applications set nagari = pg_temp.tidy_nagari(nagari), kecamatan = pg_temp.tidy_kecamatan(kecamatan)
where (nagari, kecamatan) <> (pg_temp.tidy_nagari(nagari), pg_temp.tidy_kecamatan(kecamatan));

update posts p set nagari_key = nagari_key(o.nagari)
from profiles o
where o.id = p.user_id and not p.is_admin_post and p.nagari_key <> nagari_key(o.nagari);
