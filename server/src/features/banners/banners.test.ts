import { describe, expect, test } from 'vitest';
import { buildAdmin, buildFile, buildMember } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { publishBannerTimes } from './rules.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const reader = await buildMember(server);
const admin = await buildAdmin(server);

const picture = async () =>
  (
    await buildFile(server, {
      uploaded_by: admin.id,
      bucket: 'avatars',
      path: `promo_banners/${crypto.randomUUID()}.webp`,
    })
  ).path;
const create = async (fields: object = {}) =>
  call('create_banner', { image_url: await picture(), link_url: 'https://lapau.example/', ...fields }, admin);
const activate = (banner_id: string, active = true) => call('set_banner_active', { banner_id, active }, admin);
const shown = async () => (await call('get_active_banner', {}, reader))?.id;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('a new banner starts inactive, and shows to everybody as soon as it is activated (D39)', async () => {
  const { id, is_active, image_url } = await create();
  expect(is_active).toBe(false);
  expect(await shown()).toBeUndefined();
  expect(await activate(id)).toMatchObject({ id, is_active: true });
  expect(await call('get_active_banner', {}, reader)).toEqual({ id, image_url, link_url: 'https://lapau.example/' });
  await activate(id, false);
  expect(await shown()).toBeUndefined();
});

test('activating one deactivates the others, also when many are activated at once (D39)', async () => {
  const banners = await Promise.all(Array.from({ length: 6 }, () => create()));
  await Promise.all(banners.map(({ id }) => activate(id)));
  const active = await db.selectFrom('promo_banners').select('id').where('is_active', '=', true).execute();
  expect(active).toHaveLength(1);
  expect(await shown()).toBe(active[0]?.id);
  const [first] = banners;
  await inParallel(4, () => activate(first?.id ?? ''));
  expect(await shown()).toBe(first?.id);
});

test('the database holds one active banner at most (D39)', async () => {
  const add = () =>
    db.insertInto('promo_banners').values({ image_url: 'promo_banners/x.webp', is_active: true }).execute();
  await db.deleteFrom('promo_banners').execute();
  await add();
  await expect(add()).rejects.toMatchObject({ constraint: 'promo_banners_one_active' });
  await db.deleteFrom('promo_banners').execute();
});

test.each([
  ['before its start', { starts_at: inMinutes(10) }, false],
  ['after its end', { ends_at: inMinutes(-1) }, false],
  ['between both', { starts_at: inMinutes(-10), ends_at: inMinutes(10) }, true],
  ['after a start without an end', { starts_at: inMinutes(-10) }, true],
])('an active banner %s (D78)', async (_when, times, shows) => {
  const { id } = await create(times);
  await activate(id);
  expect(await shown()).toBe(shows ? id : undefined);
});

test('it begins without anybody’s doing (D78)', async () => {
  const { id } = await create({ starts_at: inMinutes(0.15) });
  await activate(id);
  expect(await shown()).toBeUndefined();
  await expect.poll(shown).toBe(id);
});

test('open pages are signalled when it has begun (D78)', async () => {
  const { id } = await create({ starts_at: inMinutes(-10) });
  await activate(id);
  const signals: unknown[] = [];
  const stop = server.platform.bus.listen(({ signal }) => signals.push(signal));
  const publish = (minutes: number) => server.platform.transaction((tx) => publishBannerTimes(tx, minutes * 60_000));
  await publish(20);
  expect(signals).toEqual([{ type: 'banners_changed' }]);
  await publish(5);
  expect(signals).toHaveLength(1);
  stop();
});

test('an edit keeps the picture unless another is given, whose predecessor is removed', async () => {
  const { id, image_url } = await create();
  const kept = await call('update_banner', { banner_id: id, link_url: '' }, admin);
  expect(kept).toMatchObject({ image_url, link_url: null });
  const next = await picture();
  expect(await call('update_banner', { banner_id: id, image_url: next }, admin)).toMatchObject({
    image_url: `/storage/avatars/${next}`,
  });
});

test('what is wrong is refused, under the field it concerns', async () => {
  const refused = (fields: object) => server.rawCall('create_banner', fields, admin);
  expect((await refused({})).body).toMatchObject({ details: { image_url: 'Gambar banner wajib diunggah.' } });
  expect((await refused({ image_url: '' })).body).toMatchObject({
    details: { image_url: 'Gambar banner wajib diunggah.' },
  });
  expect((await refused({ image_url: 'public/logo.png' })).status).toBe(422);
  expect((await refused({ image_url: `promo_banners/${crypto.randomUUID()}.webp` })).body).toMatchObject({
    code: 'file_not_found',
  });
  expect((await refused({ image_url: await picture(), link_url: 'javascript:alert(1)' })).body).toMatchObject({
    details: { link_url: 'Tautan harus diawali http:// atau https://.' },
  });
  expect(
    (await refused({ image_url: await picture(), starts_at: inMinutes(10), ends_at: inMinutes(5) })).body,
  ).toMatchObject({
    details: { ends_at: 'Waktu selesai harus sesudah waktu mulai.' },
  });
  const banner_id = crypto.randomUUID();
  await expect(call('set_banner_active', { banner_id, active: true }, admin)).rejects.toMatchObject({
    code: 'banner_not_found',
  });
  await expect(call('update_banner', { banner_id }, admin)).rejects.toMatchObject({ code: 'banner_not_found' });
});

test('all of it is audited, and deleting twice is harmless (D43)', async () => {
  const { id, image_url } = await create();
  const ends_at = inMinutes(60);
  await call('update_banner', { banner_id: id, link_url: 'https://lapau.example/', ends_at }, admin);
  expect(await call('get_audit_log', { target_id: id, limit: 1 }, admin)).toMatchObject([
    { action: 'update_banner', details: { before: { ends_at: null }, after: { ends_at } } },
  ]);
  const other = await create();
  await activate(other.id);
  await activate(id);
  const [off, on] = [
    { active: false, before: { is_active: true }, after: { is_active: false } },
    { active: true, before: { is_active: false }, after: { is_active: true } },
  ];
  const activations = await call('get_audit_log', { action: 'set_banner_active', limit: 3 }, admin);
  expect(activations.map(({ target_id, details }) => ({ target_id, details }))).toEqual([
    { target_id: id, details: on },
    { target_id: other.id, details: { ...off, replaced_by: id } },
    { target_id: other.id, details: on },
  ]);
  expect(await call('delete_banner', { banner_id: id }, admin)).toEqual({ deleted: true });
  const before = { image_url, link_url: 'https://lapau.example/', starts_at: null, ends_at };
  expect(await call('get_audit_log', { action: 'delete_banner', limit: 1 }, admin)).toMatchObject([
    { details: { was_active: true, before, after: {} } },
  ]);
  expect(await call('delete_banner', { banner_id: id }, admin)).toEqual({ deleted: false });
  expect(await shown()).toBeUndefined();
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    'create_banner',
    'update_banner',
    'set_banner_active',
    'delete_banner',
  ]);
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]));
});

test('the list goes by pages, newest first (D14)', async () => {
  const made = [await create(), await create(), await create()].map(({ id }) => id).toReversed();
  const first = await call('get_banners', { limit: 2 }, admin);
  expect(first.map(({ id }) => id)).toEqual(made.slice(0, 2));
  const last = first.at(-1)!;
  const second = await call('get_banners', { before: { created_at: last.created_at, id: last.id }, limit: 1 }, admin);
  expect(second.map(({ id }) => id)).toEqual(made.slice(2));
});

describe('a banner that is sent again', () => {
  const auditOf = async (id: string) =>
    (await db.selectFrom('audit_log').select('action').where('target_id', '=', id).execute()).map(
      ({ action }) => action,
    );

  test('with the same id is the same banner; other content is not, nor is a deleted one (D59)', async () => {
    const input = { id: crypto.randomUUID(), image_url: await picture(), link_url: 'https://lapau.example/' };
    const answers = await Promise.all([1, 2, 3].map(() => call('create_banner', input, admin)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(await auditOf(input.id)).toEqual(['create_banner']);
    const other = { ...input, link_url: 'https://other.example/' };
    await expect(call('create_banner', other, admin)).rejects.toMatchObject({ status: 409, code: 'id_conflict' });
    await call('delete_banner', { banner_id: input.id }, admin);
    await expect(call('create_banner', input, admin)).rejects.toMatchObject({ status: 410, code: 'already_deleted' });
  });

  test('as an edit that has not seen the present one is refused with it (D70)', async () => {
    const { id: banner_id, version, image_url, link_url } = await create();
    const edit = (link: string, seen?: number) =>
      rawCall('update_banner', { banner_id, link_url: link, ...(seen !== undefined && { version: seen }) }, admin);
    const saved = await edit('https://satu.example/', version);
    expect(saved).toMatchObject({ status: 200, body: { version: version + 1 } });
    expect(await edit('https://satu.example/', version), 'the same again').toEqual(saved);
    expect(await edit('https://dua.example/', version)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current: saved.body },
    });
    expect(await auditOf(banner_id)).toEqual(['create_banner', 'update_banner']);
    await activate(banner_id);
    expect((await edit(link_url ?? '', version + 1)).status, 'activating is no edit').toBe(200);
    expect((await call('get_banners', {}, admin)).find(({ id }) => id === banner_id)).toMatchObject({ image_url });
    expect((await edit('https://tiga.example/')).status, 'without a version').toBe(200);
  });
});
