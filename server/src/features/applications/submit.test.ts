import type { CallInput } from '@lapau/contract/calls';
import { limits } from '@lapau/contract/limits';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildApplication, buildFile, buildMember, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { inParallel } from '../../testing/parallel.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);

type Form = CallInput<'submit_application'>;
const formOf = async (member: BuiltMember, change: Partial<Form> = {}): Promise<Form> => ({
  ...(await callInputs.submit_application(server, member)),
  ...change,
});
const submit = (form: Form, as: BuiltMember) => call('submit_application', form, as);
const rowsOf = (member: BuiltMember) =>
  db.selectFrom('seller_applications').selectAll().where('user_id', '=', member.id).execute();

test('an application is stored with its composed address, and the applicant reads back what was typed, places by their names (D31, D136)', async () => {
  const member = await buildMember(server, { full_name: 'Uni Neti' });
  const form = await formOf(member, {
    warung_name: ' Dapua Uni Neti ',
    warung_description: 'Katering kecil.\nRandang.',
    nagari: 'Nagari  Koto Lamo',
    kecamatan: 'Kec. Kapur IX',
  });
  const { id } = await submit(form, member);
  expect(id).toBe(form.id);
  expect(await call('get_my_application', {}, member)).toMatchObject({
    id,
    status: 'pending',
    warung_name: 'Dapua Uni Neti',
    warung_description: 'Katering kecil.\nRandang.',
    phone_number: '0810-0000-0011',
    street: 'Jorong Koto Tinggi',
    nagari: 'Koto Lamo',
    kecamatan: 'Kapur IX',
    city: 'Lima Puluh Kota',
    province: 'Sumatera Barat',
    address: 'Jorong Koto Tinggi, Nagari Koto Lamo, Kec. Kapur IX, Lima Puluh Kota, Sumatera Barat',
    warung_avatar_url: expect.stringMatching(`^/storage/avatars/${member.id}/warung_avatar\\.webp\\?t=\\d+$`),
    sample_menu_image_url: `/storage/posts/${form.sample_menu_image_url}`,
    decided_at: null,
    rejection_reason: '',
    rejection_field: null,
  });
  const [pending] = await call('get_pending_applications', { limit: 1 }, admin);
  expect(pending).toMatchObject({ id, user_id: member.id, full_name: 'Uni Neti', email: member.email });
});

test('the photo that was sent cannot be replaced while the application waits (D31)', async () => {
  const member = await buildMember(server);
  const upload = async (background: string) => {
    const picture = await plainPicture(60, 40, background).png().toBuffer();
    return uploadTo(server, `avatars/${member.id}/warung_avatar`, picture, member);
  };
  const form = await formOf(member);
  const { path } = (await upload('#c63')).body;
  const { id } = await submit({ ...form, warung_avatar_url: path }, member);
  const sent = await server.platform.files.read('avatars', path);
  expect(await upload('#36c')).toMatchObject({ status: 409, body: { code: 'file_under_review' } });
  expect(await server.platform.files.read('avatars', path)).toEqual(sent);
  await call('approve_seller_application', { application_id: id }, admin);
  expect((await upload('#36c')).status).toBe(200);
});

test('who has never applied has no application', async () => {
  expect(await call('get_my_application', {}, await buildMember(server))).toBeNull();
});

test('admins are notified, and their pages and the applicant’s told (D36)', async () => {
  const member = await buildMember(server, { full_name: 'Ronal' });
  const [desk, own, foreign] = await Promise.all(
    [admin, member, await buildMember(server)].map(({ cookie }) => openPage(server.url, { cookie })),
  );
  await desk!.join('admin');
  await submit(await formOf(member, { warung_name: 'Ayam Bakar Ronal' }), member);
  const changed = { type: 'applications_changed' };
  expect(await desk!.signals()).toContainEqual(['admin', changed]);
  expect(await own!.signals()).toContainEqual([`user:${member.id}`, changed]);
  expect(await foreign!.signals()).toEqual([]);
  expect(await call('get_notifications', { limit: 1 }, admin)).toMatchObject([
    { type: 'new_seller_application', content: 'Ronal ingin menjadi penjual: Ayam Bakar Ronal.', sender_id: member.id },
  ]);
});

describe('one pending a person', () => {
  test('of twenty at once one is stored, and the others are told', async () => {
    const member = await buildMember(server);
    const form = await formOf(member);
    const answers = await inParallel(20, (index) =>
      server.rawCall('submit_application', { ...form, id: crypto.randomUUID(), warung_name: `Lapau ${index}` }, member),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body]).toMatchObject([409, { code: 'application_pending' }]);
    }
    expect(await rowsOf(member)).toHaveLength(1);
  });

  test('sent ten times at once with one id it is one, and every answer is the same (D59)', async () => {
    const member = await buildMember(server);
    const form = await formOf(member);
    const answers = await inParallel(10, () => submit(form, member));
    expect(answers).toEqual(answers.map(() => ({ id: form.id })));
    expect(await rowsOf(member)).toHaveLength(1);
    await expect(submit({ ...form, warung_name: 'Lain' }, member)).rejects.toMatchObject({ code: 'id_conflict' });
    const other = await buildMember(server);
    await expect(submit({ ...(await formOf(other)), id: form.id }, other)).rejects.toMatchObject({
      code: 'id_conflict',
    });
  });

  test('sent again after it was deleted it is not another one (D59)', async () => {
    const member = await buildMember(server);
    const form = await formOf(member);
    const { id } = await submit(form, member);
    await server.db.deleteFrom('seller_applications').where('id', '=', id).execute();
    await expect(submit(form, member)).rejects.toMatchObject({ code: 'already_deleted' });
    expect(await rowsOf(member)).toEqual([]);
  });

  test('a rejected one may apply again with the photos of before; the latest decides', async () => {
    const member = await buildMember(server);
    const form = await formOf(member);
    const { id } = await submit(form, member);
    await call('reject_seller_application', { application_id: id, reason: 'Nama terlalu pendek' }, admin);
    // The form is sent again as its answer was lost: a success would promise a decision, though nothing waits for one.
    await expect(submit(form, member)).rejects.toMatchObject({ code: 'id_conflict' });
    const again = await submit({ ...form, id: crypto.randomUUID(), warung_name: 'Lapau Baru' }, member);
    expect(await call('get_my_application', {}, member)).toMatchObject({ ...again, status: 'pending' });
    expect(await rowsOf(member)).toHaveLength(2);
  });
});

describe('is refused', () => {
  const refusalOf = async (change: Partial<Form>, member?: BuiltMember) => {
    const as = member ?? (await buildMember(server));
    const { status, body } = await server.rawCall('submit_application', await formOf(as, change), as);
    expect(await rowsOf(as)).toEqual([]);
    return { status, ...(body as object) };
  };

  test('from outside the area (D1)', async () => {
    const text = 'Aplikasi belum tersedia dilokasi kecamatan Anda.';
    expect(await refusalOf({ kecamatan: 'Pangkalan Koto Baru' })).toEqual({
      status: 422,
      code: 'outside_area_seller',
      message: text,
      details: { kecamatan: text, allowed_kecamatan: 'Kapur IX, Kapur 9, Kapur Sembilan' },
    });
    const member = await buildMember(server);
    for (const kecamatan of ['kapur 9', ' KAPUR  SEMBILAN ', 'Kecamatan Kapur IX', 'KapurIX']) {
      await submit(await formOf(member, { kecamatan }), member);
      await db.deleteFrom('seller_applications').where('user_id', '=', member.id).execute();
      await db.deleteFrom('files').where('uploaded_by', '=', member.id).execute();
    }
  });

  test('from outside the area that the setting names (D1)', async () => {
    const set = (value_to_update: string) =>
      call('update_app_setting', { key_to_update: 'allowed_kecamatan', value_to_update }, admin);
    await set('Harau, Kec. Guguak');
    expect(await refusalOf({ kecamatan: 'Kapur IX' })).toMatchObject({
      code: 'outside_area_seller',
      details: { allowed_kecamatan: 'Harau, Guguak' },
    });
    const member = await buildMember(server);
    await submit(await formOf(member, { kecamatan: 'Kecamatan Guguak' }), member);
    await set('');
    expect(await refusalOf({ kecamatan: 'Harau' })).toMatchObject({ code: 'outside_area_seller' });
  });

  const required = [
    ['warung_name', 'Nama warung wajib diisi.'],
    ['phone_number', 'Nomor HP wajib diisi.'],
    ['street', 'Jorong atau jalan wajib diisi.'],
    ['nagari', 'Nagari wajib diisi.'],
    ['kecamatan', 'Kecamatan wajib diisi.'],
    ['city', 'Kabupaten/kota wajib diisi.'],
    ['province', 'Provinsi wajib diisi.'],
  ] as const;
  test.each(required)('without %s', async (field, text) => {
    expect(await refusalOf({ [field]: '  ' })).toMatchObject({ code: 'invalid_input', details: { [field]: text } });
  });

  test.each(['warung_avatar_url', 'sample_menu_image_url'] as const)('without the photo %s', async (field) => {
    expect(await refusalOf({ [field]: '' })).toMatchObject({ code: 'invalid_input' });
  });

  test('with a number that cannot be called (D22), or a name of the site (D63)', async () => {
    expect(await refusalOf({ phone_number: '12' })).toMatchObject({ details: { phone_number: expect.any(String) } });
    expect(await refusalOf({ warung_name: 'D\u0430pur' })).toMatchObject({ code: 'name_mixed' });
    expect(await refusalOf({ warung_name: 'Lapau' })).toMatchObject({
      code: 'name_reserved',
      details: { warung_name: expect.any(String) },
    });
  });

  test('with a photo that is missing, somebody else’s, or in the other bucket (D48)', async () => {
    const other = await buildFile(server);
    expect(await refusalOf({ sample_menu_image_url: other.path })).toMatchObject({ code: 'file_not_yours' });
    const member = await buildMember(server);
    expect(await refusalOf({ sample_menu_image_url: `${member.id}/lain.webp` }, member)).toMatchObject({
      code: 'file_not_found',
    });
    const own = await buildMember(server);
    const inPosts = await buildFile(server, { uploaded_by: own.id });
    expect(await refusalOf({ warung_avatar_url: inPosts.path }, own)).toMatchObject({ code: 'file_not_found' });
  });

  test('to sellers; an admin without a stall may', async () => {
    expect(await refusalOf({}, await buildSeller(server))).toMatchObject({ status: 409, code: 'already_seller' });
    const other = await buildAdmin(server);
    await submit(await formOf(other), other);
  });
});

test('each text may be as long as its limit, all at once (D25)', async () => {
  const member = await buildMember(server);
  const part = 'x'.repeat(limits.addressPart);
  const kecamatan = `kapur ${' '.repeat(limits.addressPart - 8)}ix`;
  await submit(
    await formOf(member, {
      warung_name: 'x'.repeat(limits.name),
      warung_description: 'x'.repeat(limits.bio),
      street: part,
      nagari: part,
      kecamatan,
      city: part,
      province: part,
    }),
    member,
  );
  expect(await rowsOf(member)).toHaveLength(1);
});

test('pending applications come in pages, newest first, each once (D14)', async () => {
  await db.deleteFrom('seller_applications').execute();
  const created_at = new Date('2026-03-01T00:00:00Z');
  const ids = (await inParallel(5, () => buildApplication(server, { created_at }))).map(({ id }) => id);
  await buildApplication(server, { status: 'rejected' });
  const seen: string[] = [];
  for (let before: { created_at: string; id: string } | undefined; ;) {
    const page = await call('get_pending_applications', { limit: 2, before }, admin);
    seen.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (!last) break;
    before = { created_at: last.created_at, id: last.id };
  }
  expect(seen).toEqual(ids.toSorted().toReversed());
});
