-- Fills a grown village, in which nobody is suspended: rows as the product writes them, with what its triggers would have derived.
-- Sizes come from the settings bench.members, bench.stalls, bench.posts, bench.likes, bench.saves and bench.comments.
-- The n-th member, post and comment have ids that can be computed from n (data.ts).
-- Everything is pseudo-random from one seed, so that each run measures the same rows.
select setseed(0.4);
set max_parallel_workers_per_gather = 0;

create function pg_temp.size(what text) returns int language sql stable as
  $$ select current_setting('bench.' || what)::int $$;
create function pg_temp.member(n bigint) returns uuid language sql immutable as
  $$ select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
create function pg_temp.post(n bigint) returns uuid language sql immutable as
  $$ select ('01910000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
create function pg_temp.comment(n bigint) returns uuid language sql immutable as
  $$ select ('01920000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
create function pg_temp.pick(list text[], at float8) returns text language sql immutable as
  $$ select list[1 + floor(at * cardinality(list))::int] $$;
create function pg_temp.hex(seed text) returns text language sql immutable as
  $$ select left(md5(seed), 16) $$;

create temp table words as select
  array['Yusniar','Mardiana','Elida','Rosmanidar','Syamsinar','Nurhayati','Asni','Zulfahmi','Syafril','Jon Efendi',
    'Datuak Rajo','Afrizal','Rahmat','Fitri','Yeni','Desi Ratna','Ilham','Budi','Wahyu','Nofriadi','Ernawati','Marlis',
    'Gusti','Hendra','Irwan','Lisma','Mira','Novi','Oktavia','Putri','Rizki','Sari','Taufik','Ulfa','Vera','Yusuf'] as first,
  array['Chaniago','Piliang','Koto','Tanjung','Sikumbang','Jambak','Guci','Caniago','Melayu','Mandailing','Pitopang',
    'Domo','Patopang','Simabur','Payobada','Bodi','Sumagek','Dalimo'] as last,
  array['Muaro Paiti','Koto Bangun','Lubuak Alai','Sialang','Galugua','Durian Tinggi','Koto Lamo'] as nagari,
  array['Kampuang Baru','Kampuang Dalam','Koto Tinggi','Pulau Sialang','Simpang','Suka Karya','Balai Tangah',
    'Sialang Bawah','Tanjung Jajaran','Bintungan Sati','Koto Tuo','Lolo'] as jorong,
  array['Lapau','Kadai','Ampera','Sate','Pondok','Dapua','Katupek','Warung','Rumah Makan'] as stall,
  array['Mak','Uni','Uda','Etek','Nek','Bundo','Pak','Amai','Ajo','Kak'] as title,
  array['Katupek Gulai Paku','Lontong Gulai Cubadak','Nasi Ampera Gulai Ayam','Nasi Ramas Asam Padeh','Randang Dagiang',
    'Randang Talua','Itiak Lado Mudo','Sate Danguang-Danguang','Pangek Cubadak','Pangek Ikan','Gulai Baung',
    'Ikan Bilih Balado','Dendeng Batokok','Ayam Bakar Bumbu Kuning','Gulai Tunjang','Gulai Tambusu','Samba Lado Tanak',
    'Anyang Paku','Soto Padang','Martabak Kubang','Katupek Pical','Bubua Kampiun','Lamang Tapai','Galamai','Batiah',
    'Bareh Randang','Pinyaram','Godok Pisang','Lapek Bugih','Es Tebak','Teh Talua','Kawa Daun'] as dish,
  array['','','','',' Spesial',' Hari Ini',' Komplit',' Panas-panas',' Porsi Besar',' + Nasi'] as how,
  array['10.000','18.000','17.000','22.000','15.000','28.000','20.000','25.000','mulai Rp 5.000','15rb','12.500',
    '10.000-15.000','7000'] as price,
  array['Masih hangat, baru diangkat dari tungku.','Dimasak pakai kayu bakar, santan asli dari kebun sendiri.',
    'Bisa pesan lewat WhatsApp, diantar sampai jorong sebelah.','Stok terbatas, siapa cepat dia dapat.',
    'Pedasnya pas, cocok untuk makan siang keluarga.','Buka dari jam tujuh pagi sampai habis.',
    'Resep turun-temurun dari nenek di kampung.','Tambah kerupuk kulit gratis hari ini.'] as sentence,
  array['Masih ada, Ni?','Lamak bana!','Pesan dua bungkus ya, nanti dijemput sudah Asar.','Buka sampai jam berapa?',
    'Bisa diantar ke Koto Tinggi?','Pedas ndak, Da?','Kemarin beli, anak-anak suka sekali.','Harganya masih sama?',
    'Besok ada lagi?','Mantap, rasanya seperti masakan amak.','Untuk dua puluh orang bisa pesan kapan?'] as remark;

insert into profiles (id, full_name, email, email_verified, address, nagari, kecamatan, phone, avatar_url, role, created_at)
select pg_temp.member(n), pg_temp.pick(first, random()) || ' ' || pg_temp.pick(last, random()),
  'warga-' || n || '@bench.lapau.test', true, 'Jorong ' || pg_temp.pick(jorong, random()),
  case when random() < 0.1 then 'Nagari ' else '' end || pg_temp.pick(nagari, random()), 'Kapur IX',
  '0810-' || lpad((n / 10000)::text, 4, '0') || '-' || lpad((n % 10000)::text, 4, '0'),
  case when random() < 0.4 then pg_temp.member(n) || '/profile_avatar.webp?t=17000' || lpad((n % 100000000)::text, 8, '0') end,
  case when n <= pg_temp.size('stalls') then 'penjual' when n > pg_temp.size('members') - 3 then 'admin' else 'pembeli' end,
  timestamptz '2024-01-01' + n * interval '1 minute'
from generate_series(1, pg_temp.size('members')) n, words;
update profiles set admin_since = created_at where role = 'admin';

insert into sessions (user_id, token_hash, expires_at, device_name)
select id, encode(sha256(convert_to('bench-session-' || row_number() over (order by id), 'UTF8')), 'hex'), timestamptz '2100-01-01', 'Chrome di Android'
from profiles;

insert into warungs (id, short_code, name, bio, address, avatar_url, phone_number, whatsapp_number, is_open, created_at)
select pg_temp.member(n), right(pg_temp.member(n)::text, 8),
  pg_temp.pick(stall, random()) || ' ' || pg_temp.pick(title, random()) || ' ' || pg_temp.pick(first, random()),
  pg_temp.pick(sentence, random()), 'Jorong ' || pg_temp.pick(jorong, random()),
  case when random() < 0.7 then pg_temp.member(n) || '/warung_avatar.webp?t=17000' || lpad(n::text, 8, '0') end,
  '0810-1000-' || lpad(n::text, 4, '0'), case when random() < 0.9 then '0810-1000-' || lpad(n::text, 4, '0') else '' end,
  random() < 0.8, timestamptz '2024-02-01' + n * interval '1 hour'
from generate_series(1, pg_temp.size('stalls')) n, words;

-- Picks a post: some are liked far more than others, and new ones no more than old ones.
create function pg_temp.popular(at float8) returns int language sql stable as
  $$ select 1 + (floor(power(at, 1.5) * pg_temp.size('posts'))::bigint * 7919 % pg_temp.size('posts'))::int $$;
create temp table pairs as
select member, post, row_number() over () as n from (
  select distinct 1 + floor(random() * pg_temp.size('members'))::int as member, pg_temp.popular(random()) as post
  from generate_series(1, ((pg_temp.size('likes') + pg_temp.size('saves')) * 1.1)::int)
) drawn;
create temp table said as
select n, post, 1 + floor(random() * pg_temp.size('members'))::int as member,
  case when row_number() over (partition by post order by n) > 1 and random() < 0.25
    then first_value(n) over (partition by post order by n) end as parent
from (select n, pg_temp.popular(random()) as post from generate_series(1, pg_temp.size('comments')) n) drawn;
-- A reply never stands under another.
update said set parent = null from said above where above.n = said.parent and above.parent is not null;
create temp table like_counts as select post, count(*) from pairs where n <= pg_temp.size('likes') group by post;
create temp table comment_counts as select post, count(*) from said group by post;

-- One post in ten has a word that hardly any other has, as in a village that has posted for years.
create function pg_temp.rare_word(n bigint) returns text language sql immutable as $$
  select string_agg((array['ba','lu','ka','ti','mo','pa','si','ra','ngga','tuo','di','le','so','bua','kam','ju'])
    [1 + get_byte(decode(md5(n::text), 'hex'), at) % 16], '') from generate_series(0, 3) at
$$;
-- One post in a hundred is an admin's, one in a thousand a dish that is seldom cooked.
create temp table drafts as
select n, n % 100 = 50 as is_admin_post,
  case when n % 100 = 50 then pg_temp.size('members') - n % 3
    else 1 + floor(power(random(), 1.5) * pg_temp.size('stalls'))::int end as owner,
  case when n % 1000 = 7 then 'Ampiang Dadiah' else pg_temp.pick(dish, power(random(), 1.3)) end
    || pg_temp.pick(how, random()) || case when n % 10 = 3 then ' ' || pg_temp.rare_word(n) else '' end as food_name,
  pg_temp.pick(price, random()) as price,
  pg_temp.pick(sentence, random()) || case when random() < 0.5 then ' ' || pg_temp.pick(sentence, random()) else '' end as description,
  (array[1, 1, 1, 2, 2, 3])[1 + floor(random() * 6)::int] as photos, random() < 0.85 as is_open,
  -- The posts are spread over two years, whatever their number.
  timestamptz '2026-01-01' - (pg_temp.size('posts') - n) * (interval '730 days' / pg_temp.size('posts')) as created_at
from generate_series(1, pg_temp.size('posts')) n, words;

insert into posts (id, user_id, food_name, price, description, images, placeholders, is_open, is_admin_post, seller_name,
  location, phone_number, whatsapp_number, created_at, likes_count, comments_count, nagari_key, search_text)
select pg_temp.post(n), p.id, food_name, case when is_admin_post then 'Gratis' else price end, description,
  array(select p.id || '/' || (1700000000000 + n * 1000 + photo) || '-' || pg_temp.hex(n || 'photo' || photo) || '.webp'
    from generate_series(1, photos) photo),
  array(select left(encode(decode(md5(n || 'hash' || photo) || md5(photo || 'hash' || n), 'hex'), 'base64'), 32)
    from generate_series(1, photos) photo),
  d.is_open, is_admin_post, case when is_admin_post then 'Lapau' else w.name end,
  case when is_admin_post then '' else p.nagari end, coalesce(w.phone_number, ''), coalesce(w.whatsapp_number, ''),
  d.created_at, coalesce(l.count, 0), coalesce(c.count, 0),
  case when is_admin_post then '' else nagari_key(p.nagari) end,
  plain_words(food_name) || '  ' || plain_words(case when is_admin_post then 'Lapau' else w.name end)
from drafts d
join profiles p on p.id = pg_temp.member(d.owner)
left join warungs w on w.id = p.id
left join like_counts l on l.post = d.n
left join comment_counts c on c.post = d.n
order by d.n;

insert into search_words
select word from posts, search_words_of(search_text) word
union select word from warungs, search_words_of(plain_words(name)) word;

insert into likes (post_id, user_id, created_at)
select pg_temp.post(post), pg_temp.member(member), timestamptz '2026-01-01' - n * interval '1 minute'
from pairs where n <= pg_temp.size('likes');
insert into saved_posts (post_id, user_id, created_at)
select pg_temp.post(post), pg_temp.member(member), timestamptz '2026-01-01' - n * interval '1 minute'
from pairs where n > pg_temp.size('likes') limit pg_temp.size('saves');
insert into post_comments (id, post_id, user_id, parent_id, content, created_at)
select pg_temp.comment(n), pg_temp.post(post), pg_temp.member(member), pg_temp.comment(parent),
  pg_temp.pick(remark, random()), timestamptz '2025-01-01' + n * interval '1 minute'
from said, words order by n;
-- The owners of the posts have been told of the comments, and have read most of these notifications.
insert into notifications (user_id, type, content, is_read, post_id, comment_id, sender_id, created_at)
select p.user_id, 'new_comment', 'Mengomentari postingan Anda: ' || p.food_name || '.', random() < 0.95, p.id, c.id, c.user_id,
  c.created_at
from post_comments c join posts p on p.id = c.post_id where c.user_id <> p.user_id order by c.id;

-- The n-th member talks to the cook of a stall, who has read half of it. Triggers number and count the messages.
create function pg_temp.conversation(n bigint) returns uuid language sql immutable as
  $$ select ('01930000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
insert into conversations (id, user1_id, user2_id, created_by, active_at)
select pg_temp.conversation(n), pg_temp.member(n), pg_temp.member(1 + n % pg_temp.size('stalls')), pg_temp.member(n), '2025-01-01'
from generate_series(1, pg_temp.size('members')) n;
insert into messages (id, conversation_id, sender_id, content, created_at)
select gen_random_uuid(), pg_temp.conversation(n), pg_temp.member(n), pg_temp.pick(remark, random()),
  timestamptz '2025-01-01' + said * interval '1 hour'
from generate_series(1, pg_temp.size('members')) n, generate_series(1, 4) said, words order by said;
update conversations set user2_read_sequence = 2, user2_unread = 2;

-- What was written here must be what the triggers would have written.
do $$ begin
  if exists (
    select from posts p
    left join (select post_id, count(*) from likes group by 1) l on l.post_id = p.id
    left join (select post_id, count(*) from post_comments group by 1) c on c.post_id = p.id
    where likes_count <> coalesce(l.count, 0) or comments_count <> coalesce(c.count, 0)
  ) or (select count(*) from likes) <> pg_temp.size('likes') or (select count(*) from saved_posts) <> pg_temp.size('saves')
  then raise exception 'the counters do not match the rows'; end if;
end $$;
