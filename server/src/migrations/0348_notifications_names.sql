-- runs with: 0320
-- A stored text names these people besides its recipient, and becomes the second text once one of them has no account any more.
alter table notifications add names uuid[], add nameless text check (char_length(nameless) <= 1000);
create index notifications_names on notifications using gin (names) where names is not null;

-- What admins were told of reports calls no dish by its name any more whose cook has no account.
update notification_events e
set what = case r.subject_type when 'post' then 'sebuah postingan' when 'comment' then 'sebuah komentar' else 'sebuah pesan' end
from reports r
where e.topic = 'reports' and e.subject_id = r.subject_id
  and (r.reported_user_id is null or r.subject_type = 'comment' and r.reported_post_id is null);

-- Stored texts that name others: those of whose names nobody is told by now lose them at once.
with naming as (
select id, named, case
    when type = 'recovery_request' then 'Seorang admin meminta kode pemulihan untuk seseorang, yang baru berhenti menjadi admin.'
    when type = 'recovery_code' then
      'Seorang admin meminta kode pemulihan untuk akun Anda. Bukan Anda yang meminta? Segera hubungi admin lain.'
    when content like 'Pengelola server menjadikan %' then 'Pengelola server menjadikan seorang anggota admin.'
    else 'Seorang admin menjadikan seorang anggota admin.'
  end as nameless
from notifications,
  lateral (select case type
      when 'recovery_request' then regexp_match(content, '^(.+) meminta kode pemulihan untuk (.+), yang baru berhenti menjadi admin\.$')
      when 'recovery_code' then regexp_match(content, '^Admin (.+) meminta kode pemulihan untuk akun Anda\.')
      when 'role_changed' then coalesce(
        regexp_match(content, '^Pengelola server menjadikan (.+) admin\.$'), regexp_match(content, '^(.+) menjadikan (.+) admin\.$'))
    end as named) names
where named is not null
)
update notifications n set
  names = case when t.everybody then t.people end,
  nameless = case when t.everybody then t.nameless end,
  content = case when t.everybody then n.content else t.nameless end
from (
  select m.id, m.nameless,
    (select array_agg(p.id) from profiles p where p.full_name = any (m.named)) as people,
    (select count(distinct p.full_name) from profiles p where p.full_name = any (m.named)) = cardinality(m.named) as everybody
  from naming m
) t where t.id = n.id;

-- What was decided about reports: by the dish, whose cook the decision about a post knows.
update notifications n set
  names = case when t.cook is not null then array[t.cook] end,
  nameless = case when t.cook is not null then t.text end,
  content = case when t.cook is not null then n.content else t.text end
from (
  select o.id, o.content, case when d.subject_type = 'post' then d.user_id end as cook, regexp_replace(regexp_replace(o.content,
    '^Laporan Anda tentang postingan .*? (diterima|sudah diperiksa)', 'Laporan Anda tentang sebuah postingan \1'),
    '^Laporan Anda tentang sebuah komentar di .*? (diterima|sudah diperiksa)', 'Laporan Anda tentang sebuah komentar \1') as text
  from notifications o join decisions d on d.id = o.decision_id
  where o.type = 'report_outcome'
) t
where n.id = t.id and t.content <> t.text;
update notifications set content = regexp_replace(content, '^Komentar Anda di .*? dihapus admin: ', 'Komentar Anda dihapus admin: ')
where type = 'content_removed' and content like 'Komentar Anda di %';
