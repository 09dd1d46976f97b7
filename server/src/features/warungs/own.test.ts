import { describe, expect, test } from 'vitest';
import { buildFile, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const reader = await buildMember(server);

const own = async (as: BuiltSeller) => (await server.call('get_my_warung', {}, as))!;
const setOpen = (as: BuiltSeller, is_open: boolean, age_ms = 0) =>
  server.call('set_warung_open', { is_open, age_ms }, as);
const fieldsOf = async (as: BuiltSeller) => {
  const { name, bio, address, phone_number, whatsapp_number, closes_nightly, version } = await own(as);
  return { name, bio, address, phone_number, whatsapp_number, closes_nightly, version };
};

describe('opening and closing (D68)', () => {
  test('shows to every reader, and opening is the confirmation', async () => {
    const seller = await buildSeller(server, { warung: { is_open: false, open_set_at: new Date(0) } });
    const { id } = await buildPost(server, { user_id: seller.id });
    const opened = await setOpen(seller, true);
    expect(opened.is_open).toBe(true);
    expect(Date.now() - Date.parse(opened.confirmed_at!)).toBeLessThan(60_000);
    const seen = async () => {
      const warung = await server.call('get_warung', { warung_id: seller.id }, reader);
      const post = await server.call('get_post_details', { p_post_id: id }, reader);
      return [warung.is_open, post.warungIsOpen];
    };
    expect(await seen()).toEqual([true, true]);
    await setOpen(seller, false);
    expect(await seen()).toEqual([false, false]);
  });

  test('a choice made earlier that arrives later changes nothing', async () => {
    const seller = await buildSeller(server, { warung: { open_set_at: new Date(0) } });
    await setOpen(seller, false, 1_000);
    expect(await setOpen(seller, true, 60_000)).toMatchObject({ is_open: false });
    expect(await own(seller)).toMatchObject({ is_open: false });
  });

  test('posting a dish confirms a stall that is open, and opens none', async () => {
    const post = async (seller: BuiltSeller) => {
      const images = [(await buildFile(server, { uploaded_by: seller.id })).path];
      await server.call('create_post', { food_name: 'Gulai Paku', price: '10.000', images }, seller);
      return own(seller);
    };
    expect((await post(await buildSeller(server))).confirmed_at).not.toBeNull();
    expect(await post(await buildSeller(server, { warung: { is_open: false } }))).toMatchObject({
      is_open: false,
      confirmed_at: null,
    });
  });
});

describe('editing one’s own stall', () => {
  test('changes it everywhere, its name in the search too, and counts the version', async () => {
    const seller = await buildSeller(server);
    const { id } = await buildPost(server, { user_id: seller.id });
    const fields = await fieldsOf(seller);
    const saved = await server.call('update_my_warung', { ...fields, name: 'Dapua Rang Mudo', bio: 'Pagi' }, seller);
    expect(saved).toMatchObject({ name: 'Dapua Rang Mudo', bio: 'Pagi', version: fields.version + 1 });
    expect(await server.call('get_warung', { warung_id: seller.id }, reader)).toMatchObject({
      name: 'Dapua Rang Mudo',
    });
    const found = await server.call('get_feed', { search_term: 'rang mudo' }, reader);
    expect(found.map((post) => [post.id, post.warungName])).toEqual([[id, 'Dapua Rang Mudo']]);
    expect(await server.call('get_session', {}, seller)).toMatchObject({
      user: { user_metadata: { full_name: 'Dapua Rang Mudo' } },
    });
  });

  test('a second phone that saw the older version is answered with the current one, and loses nothing (D70)', async () => {
    const seller = await buildSeller(server);
    const fields = await fieldsOf(seller);
    await server.call('update_my_warung', { ...fields, bio: 'dari telepon pertama' }, seller);
    const { status, body } = await server.rawCall('update_my_warung', { ...fields, bio: 'dari telepon kedua' }, seller);
    expect([status, body]).toMatchObject([
      409,
      { code: 'version_conflict', current: { bio: 'dari telepon pertama', version: fields.version + 1 } },
    ]);
    expect(await own(seller)).toMatchObject({ bio: 'dari telepon pertama' });
  });

  test('the same content sent again after a lost answer is one change', async () => {
    const seller = await buildSeller(server);
    const fields = { ...(await fieldsOf(seller)), bio: 'sekali' };
    const first = await server.call('update_my_warung', fields, seller);
    expect(await server.call('update_my_warung', fields, seller)).toEqual(first);
  });

  test('of two different edits at once one wins and the other is told', async () => {
    const seller = await buildSeller(server);
    const fields = await fieldsOf(seller);
    const answers = await Promise.all(
      ['satu', 'dua'].map((bio) => server.rawCall('update_my_warung', { ...fields, bio }, seller)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('refuses a name that is reserved, and a stall that is none (D63)', async () => {
    const seller = await buildSeller(server);
    await expect(
      server.call('update_my_warung', { ...(await fieldsOf(seller)), name: 'Lapau' }, seller),
    ).rejects.toMatchObject({ status: 422, code: 'name_reserved', details: { name: expect.any(String) } });
    await expect(
      server.call('update_my_warung', { ...(await fieldsOf(seller)), name: 'D\u0430pur' }, seller),
    ).rejects.toMatchObject({ code: 'name_mixed', details: { name: expect.any(String) } });
    const admin = await buildMember(server, { role: 'admin' });
    expect(await server.call('get_my_warung', {}, admin)).toBeNull();
    await expect(server.call('set_warung_open', { is_open: true }, admin)).rejects.toMatchObject({
      code: 'warung_not_found',
    });
  });
});
