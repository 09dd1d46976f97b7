import { expect, test } from 'vitest';
import { buildMember, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, db } = server;

const repliesOf = async (person: Parameters<typeof call>[2]) => (await call('get_quick_replies', {}, person)).texts;

test('a cook begins with three short answers, and has their own in their order afterwards, on every device (D106)', async () => {
  const cook = await buildSeller(server);
  expect(await repliesOf(cook)).toEqual(['Masih ada', 'Sudah habis', 'Siap diambil']);
  const texts = ['Tunggu sebentar', 'Masih ada'];
  const { version } = await call('get_quick_replies', {}, cook);
  const saved = await call('set_quick_replies', { texts, version }, cook);
  expect(saved).toMatchObject({ texts });
  // A retry after a lost answer changes nothing.
  expect(await call('set_quick_replies', { texts, version }, cook)).toEqual(saved);
  expect(await call('get_quick_replies', {}, cook)).toEqual(saved);
  await call('set_quick_replies', { texts: ['Habis'], version: saved.version }, cook);
  expect(await repliesOf(cook)).toEqual(['Habis']);
  expect(await repliesOf(await buildSeller(server))).toHaveLength(3);
});

test('what another phone has changed meanwhile is not lost: the older list is refused with the newer one', async () => {
  const cook = await buildSeller(server);
  const save = async (text: string, version: number) => {
    const { status, body } = await server.rawCall('set_quick_replies', { texts: [text], version }, cook);
    return { status, body: body as { version: number } };
  };
  // Nobody has a row yet when both save.
  const [saved, refused] = (await Promise.all([save('Ado', 0), save('Abih', 0)])).toSorted(
    (a, b) => a.status - b.status,
  );
  expect([saved!.status, refused!.status]).toEqual([200, 409]);
  expect(refused!.body).toMatchObject({ code: 'version_conflict', current: saved!.body });
  expect(await call('get_quick_replies', {}, cook)).toEqual(saved!.body);
  const next = await save('Siap', saved!.body.version);
  expect(next.body).toMatchObject({ texts: ['Siap'] });
  expect((await save('Lama', saved!.body.version)).body).toMatchObject({ current: next.body });
});

test('texts are cleaned as those of messages, and one that is there twice is stored once', async () => {
  const cook = await buildSeller(server);
  const saved = await call('set_quick_replies', { texts: ['  Masih\u200b ada ', 'Masih ada', '👍🏽'], version: 0 }, cook);
  expect(saved.texts).toEqual(['Masih ada', '👍🏽']);
  expect(await repliesOf(cook)).toEqual(saved.texts);
});

test.each([
  ['none', [], 'Tulis paling sedikit satu jawaban.'],
  ['an empty one', ['Ada', ' '], 'Jawaban tidak boleh kosong.'],
  ['one that is too long', ['a'.repeat(81)], 'Jawaban paling banyak 80 huruf, sekarang 81.'],
  ['too many', ['1', '2', '3', '4', '5', '6', '7'], 'Paling banyak 6 jawaban.'],
])('%s is refused, and what was stored stays', async (_name, texts, sentence) => {
  const cook = await buildSeller(server);
  await call('set_quick_replies', { texts: ['Ada'], version: 0 }, cook);
  const refused: unknown = await call('set_quick_replies', { texts, version: 1 }, cook).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: 'invalid_input' });
  expect(Object.values((refused as { details: object }).details)).toContain(sentence);
  expect(await repliesOf(cook)).toEqual(['Ada']);
});

test('who does not sell, or no longer does, has none', async () => {
  const buyer = await buildMember(server);
  await expect(repliesOf(buyer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(call('set_quick_replies', { texts: ['Ada'], version: 0 }, buyer)).rejects.toMatchObject({
    code: 'forbidden',
  });
  const cook = await buildSeller(server);
  await db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', cook.id).execute();
  await expect(repliesOf(cook)).rejects.toMatchObject({ code: 'forbidden' });
});

test('they go with the account', async () => {
  const cook = await buildSeller(server);
  await call('set_quick_replies', { texts: ['Ada'], version: 0 }, cook);
  await db.deleteFrom('profiles').where('id', '=', cook.id).execute();
  const left = await db.selectFrom('quick_replies').selectAll().where('user_id', '=', cook.id).execute();
  expect(left).toEqual([]);
});
