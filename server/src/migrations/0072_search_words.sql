-- The words by which posts and stalls are found, each once: a search that finds nothing is compared with them (D55). There
-- are far fewer words than posts. A word that no post or stall has any longer stays until the night; it is never offered,
-- as the offer has to find something itself.
create table search_words (word text collate "C" primary key);
create index search_words_nearest on search_words using gin (word gin_trgm_ops);

-- In one order, so that two transactions that add the same words do not wait for each other.
create function add_search_words(names text) returns void language sql as $$
  insert into search_words
  select distinct word collate "C" from string_to_table(names, ' ') word where word <> '' order by 1
  on conflict do nothing
$$;

create function posts_add_search_words() returns trigger language plpgsql as $$
begin
  perform add_search_words(new.search_text);
  return null;
end $$;
create trigger posts_search_words after insert on posts
  for each row execute function posts_add_search_words();
create trigger posts_search_words_changed after update of food_name, seller_name, user_id, is_admin_post on posts
  for each row when (old.search_text <> new.search_text) execute function posts_add_search_words();

create function warungs_add_search_words() returns trigger language plpgsql as $$
begin
  perform add_search_words(lower(new.name));
  return null;
end $$;
-- Named so that it runs after warungs_follow…: posts are locked before words (ARCHITECTURE.md, Lock order).
create trigger search_words_of_warung after insert or update of name on warungs
  for each row execute function warungs_add_search_words();

insert into search_words
select word from posts, string_to_table(search_text, ' ') word where word <> ''
union select word from warungs, string_to_table(lower(name), ' ') word where word <> '';

-- Spellings that people mix, Minangkabau and Indonesian: one row has the words, or phrases, that mean the same food.
create table spellings (
  id uuid primary key default uuidv7(),
  alike text[] not null check (cardinality(alike) between 2 and 20)
);
create index spellings_alike on spellings using gin (alike);

insert into spellings (alike) values
  ('{rendang,randang}'),
  ('{gulai,gulei,gule}'),
  ('{cabai,cabe,lado}'),
  ('{sambal,sambel,samba}'),
  ('{ayam,ayam kampung,ayam kampuang}'),
  ('{kampung,kampuang}'),
  ('{daging,dagiang}'),
  ('{telur,telor,talua}'),
  ('{itik,itiak,bebek}'),
  ('{ikan,lauak}'),
  ('{lele,limbek}'),
  ('{belut,baluik}'),
  ('{teri,bada}'),
  ('{kerbau,kabau}'),
  ('{kambing,kambiang}'),
  ('{usus,tambusu}'),
  ('{kikil,tunjang}'),
  ('{dendeng,dendeang}'),
  ('{pangek,pangat}'),
  ('{pedas,padeh}'),
  ('{ketupat,katupek,katupat}'),
  ('{lemang,lamang}'),
  ('{lepat,lapek}'),
  ('{bugis,bugih}'),
  ('{tapai,tape}'),
  ('{ketan,pulut,sipuluik}'),
  ('{beras,bareh}'),
  ('{nasi rames,nasi ramas}'),
  ('{bubur,bubua}'),
  ('{pecel,pecal,pical}'),
  ('{sate,satai,satay}'),
  ('{sop,sup}'),
  ('{mi,mie}'),
  ('{pakis,paku}'),
  ('{nangka,cubadak}'),
  ('{terung,terong,taruang}'),
  ('{singkong,ubi kayu}'),
  ('{jagung,jaguang}'),
  ('{kelapa,karambia}'),
  ('{jengkol,jariang}'),
  ('{petai,pete,patai}'),
  ('{rebung,rabuang}'),
  ('{kangkung,kangkuang}'),
  ('{mentimun,ketimun,timun}'),
  ('{durian,duren}'),
  ('{dadih,dadiah}'),
  ('{emping,ampiang}'),
  ('{kerupuk,krupuk,karupuak}'),
  ('{kue,kueh,juadah}'),
  ('{gelamai,galamai,kalamai,dodol}'),
  ('{paniaram,pinyaram}'),
  ('{godog,godok}'),
  ('{kahwa,kawa}'),
  ('{kopi daun,kawa daun}'),
  ('{muda,mudo}'),
  ('{merah,sirah}'),
  ('{kuning,kuniang}'),
  ('{hijau,ijau}'),
  ('{dapur,dapua}'),
  ('{warung,lapau,kedai,kadai}');
