import { expect, test } from 'vitest';
import { buildAdmin, buildFile, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { readCsv } from '../../testing/csv.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);

const listed = async (filter: object = {}) =>
  (await call('get_all_warungs_with_owner_info', filter, admin)).map(({ id }) => id);
const auditOf = (id: string) =>
  db.selectFrom('audit_log').selectAll().where('target_id', '=', id).orderBy('id').execute();

test('lists all stalls with their owners, hidden ones too, and finds them by stall, owner and status', async () => {
  const eli = await buildSeller(server, { profile: { full_name: 'Eli 100%' }, warung: { name: 'Kadai Eli' } });
  const ros = await buildSeller(server, { warung: { name: 'Dapua Ros', is_suspended: true } });
  const [first, second] = await call('get_all_warungs_with_owner_info', {}, admin);
  expect(first).toMatchObject({ id: ros.id, is_suspended: true, owner_email: ros.email });
  expect(second).toMatchObject({ id: eli.id, owner_full_name: 'Eli 100%', owner_role: 'penjual' });
  expect(await listed({ search_term: 'kadai e' })).toEqual([eli.id]);
  expect(await listed({ search_term: '100%' })).toEqual([eli.id]);
  expect(await listed({ search_term: ros.email })).toEqual([ros.id]);
  expect(await listed({ status: 'suspended' })).toEqual([ros.id]);
  expect(await listed({ status: 'active' })).toEqual([eli.id]);
  expect(await listed({ before: { created_at: first?.created_at ?? '', id: ros.id }, limit: 1 })).toEqual([eli.id]);
  expect(await call('count_all_warungs', { status: 'active' }, admin)).toEqual({ total: 1, is_estimate: false });
});

test.each([
  ['of a seller', {}, {}, 'active', 'Aktif'],
  ['of an admin', { role: 'admin' }, {}, 'active', 'Aktif'],
  ['that is suspended', {}, { is_suspended: true }, 'suspended', 'Ditangguhkan'],
  ['of a suspended person', { is_suspended: true }, {}, 'suspended', 'Ditangguhkan'],
  ['of a suspended pembeli', { role: 'pembeli', is_suspended: true }, {}, 'suspended', 'Ditangguhkan'],
  ['whose owner sells no more', { role: 'pembeli' }, {}, 'hidden', 'Tersembunyi'],
] as const)('list, filter, total and file say the same of a stall %s', async (_of, profile, warung, status, name) => {
  const { id, email: search_term } = await buildSeller(server, { profile, warung });
  expect(await call('get_all_warungs_with_owner_info', { search_term }, admin)).toMatchObject([{ id, status }]);
  for (const wanted of ['active', 'suspended', 'hidden'] as const) {
    const filter = { search_term, status: wanted };
    expect(await listed(filter), wanted).toEqual(wanted === status ? [id] : []);
    expect((await call('count_all_warungs', filter, admin)).total, wanted).toBe(wanted === status ? 1 : 0);
  }
  const file = await server.request(`/export/warung.csv?${new URLSearchParams({ search_term }).toString()}`, {}, admin);
  expect(readCsv(Buffer.from(await file.arrayBuffer()))).toMatchObject([{ Status: name }]);
});

test.each(['delete_user_by_admin', 'delete_warung_by_admin'] as const)(
  'what %s is about to delete leaves the lists at once, and an undo brings it back (D75)',
  async (deletion) => {
    const { id, email: search_term } = await buildSeller(server);
    const lists = async () => ({
      warungs: await listed({ search_term }),
      people: (await call('get_all_users_with_profiles', { search_term }, admin)).map((person) => person.id),
      count: (await call('count_all_users', { search_term }, admin)).total,
    });
    const before = await lists();
    expect(before).toEqual({ warungs: [id], people: [id], count: 1 });
    const isPerson = deletion === 'delete_user_by_admin';
    const { decision } = isPerson
      ? await call(deletion, { user_id_to_delete: id }, admin)
      : await call(deletion, { warung_id: id }, admin);
    expect(await lists()).toEqual(isPerson ? { warungs: [], people: [], count: 0 } : { ...before, warungs: [] });
    await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    expect(await lists()).toEqual(before);
  },
);

test('beyond a thousand the total is an estimate (D77)', async () => {
  await db
    .insertInto('profiles')
    .values(
      Array.from({ length: 1300 }, (_, index) => ({ full_name: `Orang ${index}`, email: `orang-${index}@lapau.test` })),
    )
    .execute();
  const { total, is_estimate } = await call('count_all_users', {}, admin);
  expect(is_estimate).toBe(true);
  expect(total).toBeGreaterThanOrEqual(1000);
  expect(total).toBeLessThan(2600);
  expect(await call('count_all_users', { search_term: 'orang 129' }, admin)).toEqual({ total: 11, is_estimate: false });
});

test('an admin edits a stall, which members see at once, and the log has before and after (D41, D43)', async () => {
  const seller = await buildSeller(server);
  const input = { warung_id: seller.id, name: 'Lapau Baru', bio: 'Enak', address: '', phone_number: '', version: 1 };
  const saved = await call('update_warung_by_admin', { ...input, whatsapp_number: '0812-3456-7890' }, admin);
  expect(saved).toMatchObject({ name: 'Lapau Baru', version: 2 });
  expect(await call('get_warung', { warung_id: seller.id }, seller)).toMatchObject({ name: 'Lapau Baru', bio: 'Enak' });
  expect(await auditOf(seller.id)).toMatchObject([
    {
      actor_id: admin.id,
      action: 'update_warung_by_admin',
      details: { before: { name: seller.warung.name }, after: { name: 'Lapau Baru' } },
    },
  ]);
  await call('update_warung_by_admin', { ...input, whatsapp_number: '0812-3456-7890' }, admin);
  expect(await auditOf(seller.id)).toHaveLength(1);
  expect((await server.rawCall('update_warung_by_admin', { ...input, name: 'Lain' }, admin)).body).toMatchObject({
    code: 'version_conflict',
    current: { name: 'Lapau Baru' },
  });
  await expect(
    call('update_warung_by_admin', { ...input, name: admin.full_name, version: 2 }, admin),
  ).rejects.toMatchObject({ code: 'name_reserved' });
});

test('a missing stall is none', async () => {
  const warung_id = (await buildMember(server)).id;
  await expect(call('get_warung_by_admin', { warung_id }, admin)).rejects.toMatchObject({ code: 'warung_not_found' });
  await expect(call('update_warung_by_admin', { warung_id, name: 'Lapau', version: 1 }, admin)).rejects.toMatchObject({
    code: 'warung_not_found',
  });
});

test('an admin adds a dish to any stall as the stall’s own, free of charge unless a price is given (D12)', async () => {
  const seller = await buildSeller(server);
  const { path } = await buildFile(server, { uploaded_by: seller.id });
  const input = { id: crypto.randomUUID(), warung_id: seller.id, food_name: 'Gulai Paku', images: [path] };
  await call('create_warung_post', input, admin);
  await call('create_warung_post', input, admin);
  expect(await auditOf(input.id)).toHaveLength(1);
  const [dish, ...others] = await call('get_warung_menu_by_admin', { warung_id: seller.id }, admin);
  expect(others).toEqual([]);
  expect(dish).toMatchObject({ id: input.id, price: 'Gratis', is_open: true });
  const [shown] = await call('get_warung_menu', { warung_id: seller.id }, seller);
  expect(shown).toMatchObject({ userId: seller.id, warungName: seller.warung.name, isAdminPost: false });
  await expect(
    call('create_warung_post', { ...input, id: crypto.randomUUID(), images: [(await buildFile(server)).path] }, admin),
  ).rejects.toMatchObject({ code: 'file_not_yours' });
  await expect(
    call('create_warung_post', { ...input, id: crypto.randomUUID(), warung_id: admin.id }, admin),
  ).rejects.toMatchObject({ code: 'post_forbidden' });
});

test('an admin edits a dish of a stall, hidden or not, and the log has before and after (D41, D43, D70)', async () => {
  const seller = await buildSeller(server, { warung: { is_suspended: true } });
  const post = await buildPost(server, { user_id: seller.id });
  const edit = { post_id: post.id, food_name: 'Gulai Tunjang', price: '20.000', is_open: false, version: 1 };
  expect(await call('update_post_by_admin', edit, admin)).toMatchObject({
    food_name: 'Gulai Tunjang',
    description: '',
    is_open: false,
    version: 2,
  });
  expect(await auditOf(post.id)).toMatchObject([{ details: { before: { is_open: true }, after: { is_open: false } } }]);
  expect((await server.rawCall('update_post_by_admin', { ...edit, price: '1' }, admin)).body).toMatchObject({
    code: 'version_conflict',
    current: { price: '20.000' },
  });
  const general = await buildPost(server, { user_id: admin.id, is_admin_post: true });
  await expect(call('update_post_by_admin', { ...edit, post_id: general.id }, admin)).rejects.toMatchObject({
    code: 'post_not_found',
  });
});
