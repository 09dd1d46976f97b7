import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { readClock } from '../../../server/src/platform/clock/clock.ts';
import { photoNames } from '../../../server/src/platform/files/paths.ts';
import { buildMember, buildPassword, buildSession } from '../../../server/src/testing/builders.ts';
import { plainPicture, uploadTo } from '../../../server/src/testing/pictures.ts';
import { chooseAddition } from '../load/writes.ts';
import { countAnswer } from '../report.ts';
import type { Person, Target } from '../target/target.ts';

const dayMs = 86_400_000;
const writesEach = 8;
const pauseMs = 200;
const attempts = 150;

/** Signs somebody in for a month, counted from the time of the database's clock. */
export async function newSession(target: Target, userId: string): Promise<{ token: string; cookie: string }> {
  const created_at = await readClock(target.db);
  return buildSession(target, userId, { created_at, expires_at: new Date(created_at.getTime() + 30 * dayMs) });
}

/** Writes as everybody, each thing again with the same id until it is acknowledged, whatever happens to the server. */
export async function writeAsAll(target: Target, people = target.people): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      for (let write = 0; write < writesEach; write += 1) await writeOne(target, person);
    }),
  );
}

async function writeOne(target: Target, person: Person): Promise<void> {
  const { outcome } = target;
  const { send, acknowledge } = chooseAddition(target, person);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer = await send().catch((error: unknown) => {
      if (error instanceof TypeError) return undefined; // the server is away
      throw error;
    });
    if (answer?.status === 200) {
      outcome.acknowledged += 1;
      acknowledge(answer.body);
      return;
    }
    countAnswer(outcome, answer ? `${answer.status} ${(answer.body as { code: string }).code}` : 'no answer');
    // The session has expired by the wrong clock.
    if (answer && answer.status < 500) return;
    await delay(pauseMs);
  }
  outcome.faults.push(`a write was not acknowledged in ${attempts} attempts`);
}

/** Counts how many of the people who were signed in still are; each one less is a fault. */
export async function expectSignedIn(target: Target, where: string): Promise<void> {
  let signedIn = 0;
  for (const person of target.people)
    if ((await target.rawCall('get_notifications', {}, person)).status === 200) signedIn += 1;
  target.outcome.notes.push(`${where}: ${signedIn} of ${target.people.length} people are still signed in`);
  if (signedIn < target.people.length)
    target.outcome.faults.push(`${where}: ${target.people.length - signedIn} people have been signed out`);
}

/** Adds rows of a month ago, photos on no post, and mails that the mail server does not take. @returns the mails' addresses */
export async function fillPast(target: Target): Promise<string[]> {
  const { db, people } = target;
  await sql`update sessions set expires_at = now() + interval '90 days'`.execute(db);
  await sql`
    insert into audit_log (action, target_type, target_id, created_at)
    select 'update_settings', 'setting', '', now() - interval '30 days' from generate_series(1, 20)`.execute(db);
  for (const person of people) {
    const { id } = person;
    await sql`
      insert into notifications (user_id, type, content, is_read, created_at)
      select ${id}, 'new_report', '', true, now() - interval '30 days' from generate_series(1, 5)`.execute(db);
    await sql`
      insert into daily_visits (day, user_id)
      select (now() at time zone 'Asia/Jakarta')::date - n, ${id} from generate_series(10, 14) n`.execute(db);
    if (person.isSeller) await uploadUnlinked(target, person);
  }
  await sql`
    insert into reports (reason, status, created_at, decided_at)
    select 'Bukan makanan.', 'dismissed', now() - interval '30 days', now() - interval '30 days' from generate_series(1, 5)`.execute(
    db,
  );
  await storePhotos(target);
  const addresses: string[] = [];
  for (let mail = 0; mail < 3; mail += 1) {
    const member = await buildMember(target);
    const old_password = await buildPassword(target, member);
    await target.call('change_password', { old_password, new_password: 'rahasia sekali lagi' }, member);
    addresses.push(member.email);
  }
  await sql`update sessions set expires_at = now() + interval '90 days'`.execute(db);
  return addresses;
}

/** Stores the photos of the first posts, which the builders leave without files. */
async function storePhotos({ db, lapau }: Target): Promise<void> {
  for (const { bucket, path: row } of await db.selectFrom('files').select(['bucket', 'path']).execute()) {
    for (const name of photoNames(row)) {
      const file = path.join(lapau.dataFolder, 'files', bucket, name);
      if (existsSync(file)) continue;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, randomBytes(20_000));
    }
  }
}

async function uploadUnlinked(target: Target, seller: Person): Promise<void> {
  for (const color of ['#c63', '#36c']) {
    const photo = await plainPicture(600, 450, color).jpeg().toBuffer();
    const { status, body } = await uploadTo(target, `posts/${seller.id}`, photo, seller);
    if (status !== 200) throw new Error(`an upload was answered ${status} ${body.code}`);
    // The photo shows on no post, and nobody will post it.
    target.ledger.record('upload', body.path);
  }
}
