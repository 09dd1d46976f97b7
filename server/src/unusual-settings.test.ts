import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { workers } from './app.ts';
import { backUp } from './operations/backup.ts';
import { examine } from './operations/doctor/examine.ts';
import { restore } from './operations/restore.ts';
import { nightly } from './platform/workers/nightly.ts';
import { startWorkers } from './platform/workers/worker.ts';
import { auth, register } from './testing/auth.ts';
import { contentsOf, openUntilEnd } from './testing/backups.ts';
import { buildAdmin, buildPost, buildSeller } from './testing/builders.ts';
import { callInputs } from './testing/call-inputs.ts';
import { bringUnusual } from './testing/foreign-settings.ts';
import { plainPicture, uploadTo } from './testing/pictures.ts';
import { createTestDatabase, startTestServer } from './testing/server.ts';

// This test tries all that Lapau does in sessions with the unusual settings that foreign-settings.test.ts uses too (D111).
test('with unusual settings of its role every call answers, a dish is found by a near spelling, and jobs run', async () => {
  const databaseUrl = await bringUnusual(await createTestDatabase(), 'the role');
  const server = await startTestServer({ databaseUrl, logLevel: 'fatal' });
  await buildAdmin(server);
  const { id, form, cookie } = await register(server);
  const session = await auth(server, '/auth/get-session', undefined, { cookie });
  expect(session).toMatchObject({ status: 200, body: { user_id: id } });
  const entered = await auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
  expect(entered.status).toBe(200);

  // The admin has a stall too, so that a seller's calls have a subject.
  const buildActor = () => buildSeller(server, { profile: { role: 'admin' } });
  const actor = await buildActor();
  const png = await plainPicture(640, 480).png().toBuffer();
  const photo = await uploadTo(server, `posts/${actor.id}`, png, actor);
  expect(photo.status).toBe(200);
  const dish = await buildPost(server, { user_id: actor.id, food_name: 'Kampiun', images: [photo.body.path] });
  const found = await server.call('search_posts', { search_term: 'kampun' }, actor);
  expect(found.posts.map(({ id }) => id)).toEqual([dish.id]);

  const refused = new Map<string, unknown>();
  for (const name of Object.keys(callInputs) as CallName[]) {
    const caller = calls[name].writes ? await buildActor() : actor;
    const { status, body } = await server.rawCall(name, await callInputs[name](server, caller), caller);
    if (status !== 200) refused.set(name, (body as { code: string }).code);
  }
  expect(Object.fromEntries(refused)).toEqual({
    create_first_admin: 'already_signed_in',
    delete_account: 'admin_account',
    submit_application: 'already_seller',
  });

  await startWorkers(server.platform, workers);
  await server.platform.jobs.enqueueNow(nightly, {});
  const state = async () => (await sql`select state from jobs.job where name = 'nightly'`.execute(server.db)).rows;
  await expect.poll(state).toEqual([{ state: 'completed' }]);
});

test('an empty database of unusual settings is filled, backed up and restored, and the doctor finds nothing', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = await bringUnusual(await createTestDatabase('template1'), 'the database');
  const server = await startTestServer({ databaseUrl, logLevel: 'fatal' });
  await buildPost(server, { description: 'Tab\t, \\garis\\N, "kutip", 🍛 dan é', images: [] });
  const expected = await contentsOf(server.db);
  const from = { DATABASE_URL: databaseUrl, LAPAU_DATA: server.platform.config.dataFolder };
  const file = path.join(folder, 'village.tar');
  await backUp(from, file);
  expect((await examine(from, 60_000)).filter(({ state, check }) => state !== 'ok' && check === 'database')).toEqual([
    // the suite's server is set up for speed, and the doctor says so
    expect.objectContaining({ text: expect.stringMatching(/^fsync and full_page_writes are off/) }),
    expect.objectContaining({ text: expect.stringMatching(/^autovacuum is off/) }),
  ]);

  const target = await bringUnusual(await createTestDatabase('template1'), 'the database');
  await restore({ DATABASE_URL: target, LAPAU_DATA: path.join(folder, 'restored') }, file);
  expect(await contentsOf(openUntilEnd(target))).toEqual(expected);
});
