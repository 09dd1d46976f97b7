import { describe, expect, test } from 'vitest';
import { auth, openInbox, register } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);
const inbox = await openInbox(server);

const inputOf = (
  person: Pick<BuiltMember, 'id' | 'full_name' | 'email' | 'phone' | 'role' | 'address' | 'nagari' | 'kecamatan'>,
) => ({
  user_id_to_update: person.id,
  new_full_name: person.full_name,
  new_email: person.email,
  new_phone: person.phone,
  new_role: person.role,
  new_address: person.address,
  new_nagari: person.nagari,
  new_kecamatan: person.kecamatan,
});
const edit = (person: BuiltMember, changes: object, as: BuiltMember = admin) =>
  call('update_user_by_admin', { ...inputOf(person), ...changes }, as);
const auditOf = (id: string) =>
  db.selectFrom('audit_log').selectAll().where('target_id', '=', id).orderBy('id').execute();

test('lists people by page, and finds them by name, e-mail, phone, role and status', async () => {
  const eli = await buildSeller(server, {
    profile: { full_name: 'Uni Eli', phone: '0812-9999-0001' },
    warung: { name: 'Kadai Eli' },
  });
  const joni = await buildMember(server, { full_name: 'Joni', is_suspended: true });
  const found = async (filter: object) =>
    (await call('get_all_users_with_profiles', filter, admin)).map(({ id }) => id);
  expect(await found({ search_term: 'uni e' })).toEqual([eli.id]);
  expect(await found({ search_term: joni.email })).toEqual([joni.id]);
  for (const search_term of [
    '9999-0001',
    '0812 9999',
    '(+62) 812-9999-0001',
    'HP +62 812 9999 0001',
    '\u202d+6281299990001\u202c',
  ])
    expect(await found({ search_term }), search_term).toEqual([eli.id]);
  expect(await found({ role: 'penjual' })).toEqual([eli.id]);
  expect(await found({ status: 'suspended' })).toEqual([joni.id]);
  expect(await found({ role: 'admin', status: 'active' })).toEqual([admin.id]);
  const [first] = await call('get_all_users_with_profiles', { limit: 1 }, admin);
  expect(first).toMatchObject({ id: joni.id, warung_name: null, is_suspended: true });
  const before = { created_at: first?.created_at ?? '', id: joni.id };
  expect(await call('get_all_users_with_profiles', { before, limit: 1 }, admin)).toMatchObject([
    { id: eli.id, warung_name: 'Kadai Eli' },
  ]);
});

describe('editing (D9)', () => {
  test('changes the profile, shows at once, and the log has what changed', async () => {
    const member = await buildMember(server);
    const saved = await edit(member, { new_full_name: 'Reni Marlina', new_nagari: 'Nagari  Sialang' });
    expect(saved).toMatchObject({ full_name: 'Reni Marlina', nagari: 'Sialang' });
    expect(await call('get_session', {}, member)).toMatchObject({ profile: { full_name: 'Reni Marlina' } });
    expect(await auditOf(member.id)).toMatchObject([
      {
        action: 'update_user_by_admin',
        details: {
          before: { full_name: member.full_name, nagari: 'Muaro Paiti' },
          after: { full_name: 'Reni Marlina', nagari: 'Sialang' },
        },
      },
    ]);
    await edit(member, { new_full_name: 'Reni Marlina', new_nagari: 'Sialang' });
    expect(await auditOf(member.id)).toHaveLength(1);
  });

  test('a member’s new e-mail must be free, takes effect at once, ends the sessions and is mailed to the old one', async () => {
    const { id, form, cookie, token } = await register(server);
    const person = {
      ...(await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
      role: 'pembeli' as const,
      cookie,
      token,
    };
    const taken = await buildMember(server);
    await expect(edit(person, { new_email: taken.email.toUpperCase() })).rejects.toMatchObject({
      code: 'email_taken',
      details: { new_email: 'Email sudah terdaftar.' },
    });
    const page = await openPage(server.url, { cookie });
    await edit(person, { new_email: 'baru-sekali@lapau.test' });
    // An open page keeps what was not sent (D83): it has not signed out itself.
    expect(await page.closed).toEqual({ code: 4410, reason: 'ended_elsewhere' });
    expect((await inbox.next(form.email)).subject).toBe('Email akun Anda telah diubah');
    expect(inbox.all.map(({ to }) => to)).toEqual([form.email]);
    await expect(call('get_feed', {}, person)).rejects.toMatchObject({ status: 401 });
    const signIn = (email: string) => auth(server, '/auth/sign-in/email', { email, password: form.password });
    expect((await signIn(form.email)).body).toMatchObject({ code: 'invalid_credentials' });
    expect((await signIn('baru-sekali@lapau.test')).status).toBe(200);
  });

  test('who is made penjual gets a closed stall; back to pembeli hides it with its posts, restorably', async () => {
    const member = await buildMember(server, { full_name: 'Pak Datuak' });
    await edit(member, { new_role: 'penjual' });
    expect(await call('get_my_warung', {}, member)).toMatchObject({ name: 'Pak Datuak', is_open: false });
    const post = await buildPost(server, { user_id: member.id });
    const feed = async () => (await call('get_feed', {}, admin)).map(({ id }) => id);
    expect(await feed()).toContain(post.id);
    await edit(member, { new_role: 'pembeli' });
    expect(await feed()).not.toContain(post.id);
    await expect(call('get_warung', { warung_id: member.id }, admin)).rejects.toMatchObject({ status: 404 });
    await edit(member, { new_role: 'penjual' });
    expect(await feed()).toContain(post.id);
  });

  test('nobody changes the own role, nor another admin’s e-mail', async () => {
    const other = await buildAdmin(server);
    await expect(edit(admin, { new_role: 'pembeli' })).rejects.toMatchObject({ code: 'own_role' });
    await expect(edit(other, { new_email: 'x@lapau.test' })).rejects.toMatchObject({ code: 'admin_email' });
    expect(await edit(other, { new_phone: '0812-3456-7890' })).toMatchObject({ phone: '0812-3456-7890' });
  });

  test('a demoted admin is no longer one at once', async () => {
    const other = await buildAdmin(server);
    await edit(other, { new_role: 'pembeli' });
    await expect(call('get_all_users_with_profiles', {}, other)).rejects.toMatchObject({ status: 401 });
  });

  test('is refused after another change that the admin has not seen (D70)', async () => {
    const member = await buildMember(server);
    const [seen] = await call('get_all_users_with_profiles', { search_term: member.email }, admin);
    await edit(member, { new_address: 'Jorong Lolo' });
    const input = { ...inputOf(member), new_phone: '', version: seen?.version };
    expect((await server.rawCall('update_user_by_admin', input, admin)).body).toMatchObject({
      code: 'version_conflict',
      current: { address: 'Jorong Lolo' },
    });
  });

  test('is refused while the person, or the stall, waits to be deleted (D75)', async () => {
    const member = await buildMember(server);
    await call('delete_user_by_admin', { user_id_to_delete: member.id }, admin);
    await expect(edit(member, { new_role: 'admin' })).rejects.toMatchObject({
      status: 409,
      code: 'person_being_deleted',
    });
    const seller = await buildSeller(server);
    const { decision } = await call('delete_warung_by_admin', { warung_id: seller.id }, admin);
    await expect(edit(seller, { new_role: 'penjual' })).rejects.toMatchObject({ code: 'stall_being_deleted' });
    await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    expect(await edit(seller, { new_role: 'penjual', new_phone: '0812-3456-7890' })).toMatchObject({ role: 'penjual' });
  });

  test('a reserved name and a missing person are refused', async () => {
    const member = await buildMember(server);
    await expect(edit(member, { new_full_name: 'Lapau' })).rejects.toMatchObject({ code: 'name_reserved' });
    await expect(edit(member, { new_full_name: 'L\u0430pau' })).rejects.toMatchObject({ code: 'name_mixed' });
    await expect(edit(member, { user_id_to_update: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });
});

describe('a name that others have, too (D63)', () => {
  test('nobody becomes an admin with it, nor does an admin get it', async () => {
    const [member, namesake] = [await buildMember(server), await buildMember(server)];
    await edit(member, { new_full_name: 'Rosnida' });
    await edit(namesake, { new_full_name: 'Rosnida' });
    const refusal = { status: 409, code: 'name_in_use', details: { new_full_name: expect.any(String) } };
    await expect(edit(member, { new_full_name: 'Rosnida', new_role: 'admin' })).rejects.toMatchObject(refusal);
    expect(await edit(member, { new_full_name: 'Rosnida Wali', new_role: 'admin' })).toMatchObject({ role: 'admin' });
    await expect(edit(member, { new_full_name: 'R0snida', new_role: 'admin' })).rejects.toMatchObject(refusal);
  });

  test('not counting their own stall and other admins', async () => {
    const seller = await buildSeller(server, { profile: { full_name: 'Nurhayati' }, warung: { name: 'Nurhayati' } });
    await buildAdmin(server, { full_name: 'Nurhayati' });
    const change = { new_full_name: 'Nurhayati', new_role: 'admin' } as const;
    expect(await edit(seller, change)).toMatchObject({ role: 'admin' });
  });
});

describe('deleting (D9)', () => {
  const remove = (target: BuiltMember, as: BuiltMember) =>
    call('delete_user_by_admin', { user_id_to_delete: target.id }, as);

  test('neither oneself nor another admin, who has to be demoted first', async () => {
    const other = await buildAdmin(server);
    await expect(remove(other, other)).rejects.toMatchObject({ status: 409, code: 'own_account' });
    const answers = await Promise.allSettled([remove(admin, other), remove(other, admin)]);
    const refused = { status: 'rejected', reason: { status: 409, code: 'admin_not_demoted' } };
    expect(answers).toMatchObject([refused, refused]);
    await edit(other, { new_role: 'pembeli' });
    expect(await remove(other, admin)).toMatchObject({ deleted: true });
  });
});

test.each([
  ['demote', 'demote'],
  ['demote', 'suspend'],
  ['remove', 'remove'],
  ['remove', 'suspend'],
] as const)('of two admins who %s and %s each other at the same time one stays (D9)', async (first, second) => {
  const own = await startTestServer();
  const [one, two] = [await buildAdmin(own), await buildAdmin(own)];
  const demote = (target: BuiltMember, by: BuiltMember) =>
    own.call('update_user_by_admin', { ...inputOf(target), new_role: 'pembeli' }, by);
  const suspend = (target: BuiltMember, by: BuiltMember) =>
    own.call('toggle_user_suspension', { user_id_to_toggle: target.id, suspended: true }, by);
  const remove = async (target: BuiltMember, by: BuiltMember) => {
    await demote(target, by);
    await own.call('delete_user_by_admin', { user_id_to_delete: target.id }, by);
  };
  const ways = { demote, suspend, remove };
  const answers = await Promise.allSettled([ways[first](two, one), ways[second](one, two)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const active = await own.db
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_suspended', '=', false)
    .execute();
  expect(active).toHaveLength(1);
});
