import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildSeller } from '../../testing/builders.ts';
import { storedFiles } from '../../testing/file-place.ts';
import { untilLockWait } from '../../testing/lock-waits.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import type { Schema } from '../database/schema.ts';

const server = await startTestServer();
const png = await plainPicture().png().toBuffer();

/** Starts an upload, and changes the uploader after the gate has let it in and before it is stored. */
async function uploadWhile(
  uploader: { id: string; token: string },
  to: string,
  change: (transaction: Transaction<Schema>) => Promise<unknown>,
) {
  const { answer } = await server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('profiles').select('id').where('id', '=', uploader.id).forUpdate().execute();
    const uploading = uploadTo(server, to, png, uploader);
    await untilLockWait(server.db);
    await change(transaction);
    // The upload is not awaited here, as it waits for this transaction.
    return { answer: uploading };
  });
  return answer;
}

const profile = (transaction: Transaction<Schema>, id: string) =>
  transaction.updateTable('profiles').where('id', '=', id);
const people = {
  member: await buildMember(server),
  seller: await buildSeller(server),
  deleted: await buildMember(server),
  admin: await buildAdmin(server),
};

test.each([
  [
    'suspended',
    people.member,
    `avatars/${people.member.id}/profile_avatar`,
    (db: Transaction<Schema>) => profile(db, people.member.id).set({ is_suspended: true }).execute(),
    403,
    'account_suspended',
  ],
  [
    'whose stall is suspended',
    people.seller,
    `posts/${people.seller.id}`,
    (db: Transaction<Schema>) =>
      db.updateTable('warungs').where('id', '=', people.seller.id).set({ is_suspended: true }).execute(),
    403,
    'warung_suspended',
  ],
  [
    'who is deleted',
    people.deleted,
    `avatars/${people.deleted.id}/profile_avatar`,
    (db: Transaction<Schema>) => db.deleteFrom('profiles').where('id', '=', people.deleted.id).execute(),
    401,
    'unauthenticated',
  ],
  [
    'who is an admin no more',
    people.admin,
    'avatars/public/logo',
    (db: Transaction<Schema>) => profile(db, people.admin.id).set({ role: 'pembeli' }).execute(),
    403,
    'forbidden',
  ],
] as const)(
  'the upload of somebody %s meanwhile is refused and leaves nothing',
  async (_who, who, to, change, status, code) => {
    expect(await uploadWhile(who, to, change)).toMatchObject({ status, body: { code } });
    expect(await storedFiles(server.platform)).toEqual([]);
    expect(await server.db.selectFrom('files').select('path').execute()).toEqual([]);
  },
);
