-- A name with a space before and after every word: of ASCII only letters and digits are parts of words (platform/words.ts).
create function spaced(names text) returns text language sql immutable as $$
  select ' ' || translate(names, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)) || ' '
$$;

-- The words of a name, each once: as they stand between spaces, by which get_feed's search of two letters is answered, and
-- as they are without signs, by which a near search finds them ('sate' of 'Sate-Lontong').
create function search_words_of(names text) returns setof text language sql immutable as $$
  select word from string_to_table(names, ' ') word where word <> ''
  union
  select word from string_to_table(spaced(names), ' ') word where word <> ''
$$;

create or replace function add_search_words(names text) returns void language sql as $$
  insert into search_words
  select word collate "C" from search_words_of(names) word order by 1
  on conflict do nothing
$$;

-- One after the other in small letters: every word there is. Order as above.
insert into search_words
select distinct found.word collate "C"
from search_words existing, search_words_of(existing.word) found (word)
order by 1
on conflict do nothing;

-- More spellings that people mix. A row that an admin has made already, or a longer one, stays as it is.
insert into spellings (alike)
select added.alike::text[]
from (values
  ('{air,aia}'),
  ('{asin,masin}'),
  ('{bakso,baso}'),
  ('{belacan,balacan,terasi}'),
  ('{belimbing,balimbiang}'),
  ('{besar,gadang}'),
  ('{bihun,mihun}'),
  ('{bilih,bili}'),
  ('{bungkus,bungkuih}'),
  ('{campur,campua}'),
  ('{ceker,cakar}'),
  ('{cendol,cindua,cindol}'),
  ('{cincang,cancang}'),
  ('{goreng,goreang}'),
  ('{hati,ati}'),
  ('{hitam,itam}'),
  ('{jeruk,limau}'),
  ('{kecil,ketek,kaciak}'),
  ('{kedondong,kadondong}'),
  ('{kentang,kantang}'),
  ('{kepala,kapalo}'),
  ('{kepiting,kapitiang}'),
  ('{keripik,kripik,karipiak}'),
  ('{kopi,kupi}'),
  ('{kukus,kukuih}'),
  ('{kwetiau,kwetiaw,kuetiau}'),
  ('{manis,manih}'),
  ('{martabak,murtabak}'),
  ('{mie,bakmi}'),
  ('{nanas,naneh}'),
  ('{otak,utak}'),
  ('{pahit,paik}'),
  ('{panas,angek}'),
  ('{panggang,pangang}'),
  ('{pangsit,pansit}'),
  ('{pepaya,kalikih}'),
  ('{pepes,palai}'),
  ('{perkedel,pergedel,bagedel,begedel}'),
  ('{pucuk,pucuak}'),
  ('{putih,putiah}'),
  ('{rebus,rabuih}'),
  ('{rempeyek,peyek}'),
  ('{sala,salo}'),
  ('{sapi,jawi}'),
  ('{sayur,sayua}'),
  ('{semangka,samangko}'),
  ('{serabi,surabi,sarabi}'),
  ('{serundeng,sarundeng}'),
  ('{tahu,tau}'),
  ('{tebu,tabu}'),
  ('{tempe,tempeh}'),
  ('{tumis,tumih}'),
  ('{urap,anyang}')
) added (alike)
where not exists (select from spellings where spellings.alike @> added.alike::text[]);
