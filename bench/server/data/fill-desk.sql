-- Adds what the admins of the village have to decide and have decided, what they see on their desk, and the log of what they did.
-- It runs after fill.sql in the same session, and uses its functions. Sizes come from bench.reports and bench.actions.
-- The log and the visits end today, as Lapau would delete older ones in the night.
select setseed(0.5);

create function pg_temp.decision(n bigint) returns uuid language sql immutable as
  $$ select ('01940000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
create function pg_temp.admin(n bigint) returns uuid language sql stable as
  $$ select pg_temp.member(pg_temp.size('members') - n % 3) $$;
create temp table why as select array['Bukan makanan atau minuman.','Keterangan, foto, atau harga tidak benar.',
  'Iklan atau kiriman yang berulang-ulang.','Kata-kata kasar atau mengganggu orang lain.','Penipuan.'] as reason;

-- Three people report each thing, and one thing in four is a comment; one report in five is decided.
create temp table reported as
select n, n % 5 = 0 as is_decided, p.id as post_id, case when n / 3 % 4 = 1 then c.id end as comment_id, p.food_name, p.images,
  coalesce(c.content, '') as comment, coalesce(c.user_id, p.user_id) as owner
from generate_series(1, pg_temp.size('reports')) n
left join post_comments c on n / 3 % 4 = 1 and c.id = pg_temp.comment(1 + n / 3 * 7 % pg_temp.size('comments'))
join posts p on p.id = coalesce(c.post_id, pg_temp.post(1 + n / 3 * 13 % pg_temp.size('posts')));

insert into decisions (id, subject_type, subject_id, action, user_id, decided_by, decided_by_name, reason, created_at, settled_at)
select pg_temp.decision(n), case when comment_id is null then 'post' else 'comment' end, coalesce(comment_id, post_id), 'dismiss', owner,
  pg_temp.admin(n), 'Admin Nagari', pg_temp.pick(reason, random()), now() - n * interval '10 minutes', now()
from reported, why where is_decided;
insert into reports (reporter_id, reported_post_id, reported_comment_id, reported_user_id, snapshot_food_name, snapshot_images,
  snapshot_owner_name, snapshot_comment, reason, status, created_at, decided_at, decision_id)
select pg_temp.member(1 + n::bigint * 7919 % pg_temp.size('members')), post_id, comment_id, owner, food_name, images, p.full_name,
  case when comment_id is not null then comment end, pg_temp.pick(reason, random()),
  case when is_decided then 'dismissed' else 'pending' end, now() - n * interval '10 minutes' - interval '1 day',
  case when is_decided then now() - n * interval '10 minutes' end, case when is_decided then pg_temp.decision(n) end
from reported join profiles p on p.id = owner, why order by n desc;

-- Every stall was applied for, and half as many people more are waiting for theirs.
insert into seller_applications (user_id, warung_name, warung_description, warung_avatar_url, sample_menu_image_url, phone_number,
  address, status, created_at, decided_at)
select pg_temp.member(n), 'Lapau ' || pg_temp.pick(title, random()) || ' ' || n, pg_temp.pick(sentence, random()),
  pg_temp.member(n) || '/warung_avatar.webp', pg_temp.member(n) || '/1700000000000-' || pg_temp.hex(n || 'sample') || '.webp',
  '0810-2000-' || lpad(n::text, 4, '0'), 'Jorong ' || pg_temp.pick(jorong, random()),
  case when n <= pg_temp.size('stalls') then 'approved' else 'pending' end, now() - n * interval '1 hour',
  case when n <= pg_temp.size('stalls') then now() end
from generate_series(1, pg_temp.size('stalls') * 3 / 2) n, words;

-- One cook in five objects to the removal of a dish that is gone.
insert into decisions (id, subject_type, subject_id, action, user_id, decided_by, decided_by_name, reason, created_at, settled_at)
select pg_temp.decision(pg_temp.size('reports') + n), 'post', pg_temp.decision(n), 'remove', pg_temp.member(n), pg_temp.admin(n),
  'Admin Nagari', pg_temp.pick(reason, random()), now() - n * interval '1 hour', now()
from generate_series(1, pg_temp.size('stalls') / 5) n, why;
insert into appeals (decision_id, user_id, content, created_at)
select pg_temp.decision(pg_temp.size('reports') + n), pg_temp.member(n), pg_temp.pick(sentence, random()), now() - n * interval '50 minutes'
from generate_series(1, pg_temp.size('stalls') / 5) n, words;

insert into audit_log (actor_id, actor_name, action, target_type, target_id, target_user_id, details, created_at)
select pg_temp.admin(n), 'Admin Nagari', pg_temp.pick(array['handle_report','toggle_user_suspension','update_user_by_admin',
    'update_post_by_admin','update_warung_by_admin','approve_seller_application','delete_comment'], random()), 'user',
  pg_temp.member(1 + n % pg_temp.size('members'))::text, pg_temp.member(1 + n % pg_temp.size('members')),
  jsonb_build_object('reason', pg_temp.pick(reason, random()), 'before', jsonb_build_object('full_name', 'Nama Lama'),
    'after', jsonb_build_object('full_name', 'Nama Baru')),
  now() - (pg_temp.size('actions') - n) * (interval '360 days' / pg_temp.size('actions'))
from generate_series(1, pg_temp.size('actions')) n, why;

insert into daily_visits (day, user_id)
select (now() at time zone 'Asia/Jakarta')::date - ago, pg_temp.member(n)
from generate_series(0, 29) ago, generate_series(1, pg_temp.size('members')) n where (n + ago) % 10 = 0;
insert into promo_banners (image_url, is_active, created_at)
select 'promo_banners/' || pg_temp.decision(n) || '.webp', n = 1, now() - n * interval '1 day' from generate_series(1, 50) n;
insert into spellings (alike)
select array['ejaan ' || n, 'ejaaan ' || n, 'ejan ' || n]
from generate_series(1, 1000 - (select count(*) from spellings)) n;
