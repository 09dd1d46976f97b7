import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildFile, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer({ logLevel: 'fatal' });
const { call, rawCall, db } = server;
const seller = await buildSeller(server);
const reader = await buildMember(server);

const photo = async (placeholder = '') => (await buildFile(server, { uploaded_by: seller.id, placeholder })).path;
const own = (post_id: string, as: BuiltMember = seller) => call('get_my_post', { post_id }, as);
const formOf = async (id: string, as: BuiltMember = seller) => {
  const { food_name, price, description, images, version } = await own(id, as);
  return { post_id: id, food_name, price, description, images, version };
};
const row = (id: string) => db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const seen = (id: string) => call('get_post_details', { p_post_id: id }, reader);
const removals = async (path: string) =>
  (
    await sql<{ paths: string[] }>`
      select data->'paths' as paths from jobs.job where name = 'remove_files' and data->'paths' ? ${path}`.execute(db)
  ).rows.map(({ paths }) => paths);

describe('editing a post (D70)', () => {
  test('changes every field for every reader, the search too, and counts the version', async () => {
    const post = await buildPost(server, { user_id: seller.id });
    const before = await own(post.id);
    expect(before).toMatchObject({ id: post.id, images: post.images, is_admin_post: false, link_url: null });
    const texts = { food_name: 'Asam Padeh Baung', price: 'Rp 30.000', description: 'Padeh bana' };
    const saved = await call('update_post', { ...(await formOf(post.id)), ...texts, is_open: false }, seller);
    expect(saved).toEqual({ ...before, ...texts, is_open: false, version: before.version + 1 });
    expect(await own(post.id)).toEqual(saved);
    expect(await seen(post.id)).toMatchObject({ foodName: 'Asam Padeh Baung', price: 'Rp 30.000', isOpen: false });
    const found = await call('get_feed', { search_term: 'asam padeh baung' }, reader);
    expect(found.map(({ id }) => id)).toContain(post.id);
  });

  test('adds, removes and reorders photos; the file of a removed one goes by a job (D20, D48)', async () => {
    const [first, second, third] = [await photo('1'), await photo('2'), await photo('3')];
    const { id } = await buildPost(server, { user_id: seller.id, images: [first, second] });
    await db
      .updateTable('posts')
      .set({ placeholders: ['1', '2'] })
      .where('id', '=', id)
      .execute();
    const saved = await call('update_post', { ...(await formOf(id)), images: [third, second] }, seller);
    expect(saved.images).toEqual([third, second]);
    expect(await seen(id)).toMatchObject({
      images: [`/storage/posts/${third}`, `/storage/posts/${second}`],
      placeholders: ['3', '2'],
    });
    expect(await removals(first)).toEqual([[first]]);
    await call('update_post', { ...(await formOf(id)), images: [second, third] }, seller);
    expect((await row(id)).placeholders).toEqual(['2', '3']);
    expect([await removals(second), await removals(third)]).toEqual([[], []]);
  });

  test.each([
    ['no photo', { images: [] }],
    ['six photos', { images: Array.from({ length: 6 }, (_, index) => `${seller.id}/${index}.webp`) }],
    ['no name', { food_name: ' ' }],
    ['no price', { price: '' }],
    ['a link, which only admin posts have', { link_url: 'https://example.com' }],
  ])('refuses %s', async (_what, change) => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const { status, body } = await rawCall('update_post', { ...(await formOf(id)), ...change }, seller);
    expect([status, body]).toMatchObject([
      422,
      { code: 'invalid_input', details: { [Object.keys(change)[0]!]: expect.any(String) } },
    ]);
  });

  test('refuses a photo that is missing or somebody else’s (D48)', async () => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const foreign = (await buildFile(server, { uploaded_by: reader.id })).path;
    const update = async (images: string[]) => call('update_post', { ...(await formOf(id)), images }, seller);
    await expect(update([foreign])).rejects.toMatchObject({ status: 403, code: 'file_not_yours' });
    await expect(update([`${seller.id}/none.webp`])).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
  });

  test('when the removal of a photo cannot be recorded nothing is changed (D20)', async () => {
    const { id, images } = await buildPost(server, { user_id: seller.id });
    const form = { ...(await formOf(id)), images: [await photo()] };
    await sql`alter table jobs.job_common rename to job_away`.execute(db);
    try {
      await expect(call('update_post', form, seller)).rejects.toMatchObject({ code: 'image_delete_failed' });
    } finally {
      await sql`alter table jobs.job_away rename to job_common`.execute(db);
    }
    expect(await row(id)).toMatchObject({ images, version: 1 });
  });

  test('is the owner’s alone, also when an admin asks', async () => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const form = await formOf(id);
    for (const stranger of [await buildSeller(server), await buildAdmin(server)]) {
      const attempts = [
        ['get_my_post', { post_id: id }],
        ['update_post', { ...form, price: '1' }],
        ['renew_post', { post_id: id, created_at: new Date().toISOString() }],
      ] as const;
      for (const [name, input] of attempts) {
        const { status, body } = await rawCall(name, input, stranger);
        expect([name, status, body]).toMatchObject([name, 403, { code: 'post_edit_forbidden' }]);
      }
    }
    const missing = crypto.randomUUID();
    await expect(own(missing)).rejects.toMatchObject({ status: 404, code: 'post_not_found' });
    await expect(call('update_post', { ...form, post_id: missing }, seller)).rejects.toMatchObject({ status: 404 });
  });

  test('a second phone that saw the older version is answered with the current one, and changes nothing', async () => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const form = await formOf(id);
    const first = await call('update_post', { ...form, price: '27.000' }, seller);
    const { status, body } = await rawCall('update_post', { ...form, price: '28.000' }, seller);
    expect([status, body]).toMatchObject([409, { code: 'version_conflict', current: first }]);
    expect(await own(id)).toEqual(first);
  });

  test('the same content sent again after a lost answer is one change', async () => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const form = { ...(await formOf(id)), price: '26.000', is_open: false, images: [await photo()] };
    const saved = await call('update_post', form, seller);
    expect(await call('update_post', form, seller)).toEqual(saved);
    expect(saved.version).toBe(form.version + 1);
  });

  test('of two different edits at once one wins and the other is told', async () => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const form = await formOf(id);
    const answers = await inParallel(6, (index) =>
      rawCall('update_post', { ...form, description: `${index}` }, seller),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  test('leaves a dish that was sold out meanwhile as it is, unless the form changed that', async () => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const form = await formOf(id);
    await db
      .updateTable('posts')
      .set({ open_set_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await call('set_posts_open', { post_ids: [id], is_open: false, today_only: true }, seller);
    const saved = await call('update_post', { ...form, price: '26.000' }, seller);
    expect(saved.is_open).toBe(false);
    expect((await row(id)).reopens_at).not.toBeNull();
    await call('update_post', { ...form, price: '26.000', version: saved.version, is_open: true }, seller);
    expect(await row(id)).toMatchObject({ is_open: true, reopens_at: null });
    // This switch was tapped before the edit and arrives after it.
    await call('set_posts_open', { post_ids: [id], is_open: false, age_ms: 60_000 }, seller);
    expect((await row(id)).is_open).toBe(true);
  });

  test('an admin post keeps its price, may get a link, and the audit log records it (D12, D43)', async () => {
    const admin = await buildAdmin(server);
    const post = await buildPost(server, { user_id: admin.id, price: 'Gratis', is_admin_post: true });
    const form = await formOf(post.id, admin);
    const saved = await call('update_post', { ...form, food_name: 'Alek', link_url: 'https://example.com/' }, admin);
    expect(saved).toMatchObject({ price: 'Gratis', link_url: 'https://example.com/', is_admin_post: true });
    const again = { ...form, food_name: 'Alek Nagari', version: saved.version };
    expect(await call('update_post', again, admin)).toMatchObject({ link_url: 'https://example.com/' });
    await expect(call('update_post', { ...again, price: '5.000' }, admin)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { price: expect.any(String) },
    });
    const link_url = 'https://example.com/';
    expect(await call('get_audit_log', { target_id: post.id }, admin)).toMatchObject([
      { details: { before: { food_name: 'Alek' }, after: { food_name: 'Alek Nagari' } } },
      {
        action: 'update_post',
        actor_id: admin.id,
        details: { before: { food_name: post.food_name, link_url: null }, after: { food_name: 'Alek', link_url } },
      },
    ]);
  });

  test('pages that show it receive a signal', async () => {
    const { id } = await buildPost(server, { user_id: seller.id });
    const page = await openPage(server.url, { cookie: reader.cookie });
    await page.join('feed', `post:${id}`, `warung:${seller.id}`);
    await call('update_post', { ...(await formOf(id)), price: '26.000' }, seller);
    expect(await page.signals()).toEqual([
      ['feed', { type: 'feed_changed', post_id: id }],
      [`post:${id}`, { type: 'post_changed', post_id: id }],
      [`warung:${seller.id}`, { type: 'warung_changed', warung_id: seller.id }],
    ]);
  });
});
