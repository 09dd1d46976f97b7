import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { verifyOwnPassword } from '../auth/rules.ts';
import { findSession } from './queries.ts';
import { collectOwnData, deleteOwnAccount, updateAvatar, updateProfile } from './rules.ts';

type ProfileCalls = 'get_session' | 'update_profile' | 'update_avatar' | 'delete_account';

export const profileCalls = (platform: Platform): Handlers<ProfileCalls> => ({
  get_session: async ({ actor }) => {
    const session = actor && (await findSession(platform.database, actor.id));
    return session && { ...session, session_id: actor.sessionId };
  },
  update_profile: async ({ input, actor }) => ({
    updated: true,
    profile: await platform.transaction((tx) => updateProfile(tx, actor, input)),
  }),
  update_avatar: async ({ input, actor }) => ({
    avatar_url: await platform.transaction((tx) => updateAvatar(tx, actor, input.path)),
  }),
  delete_account: async ({ input, actor }) => {
    await verifyOwnPassword(platform.database.db, actor.id, input.password);
    await platform.transaction((tx) => deleteOwnAccount(tx, actor));
    return { deleted: true };
  },
});

/** GET /export/data-saya.zip: everything a person wrote as JSON, and their photos. */
export function mountExport(app: FastifyInstance, gate: Gate, { database, files, limits }: Platform): void {
  const onRequest = gate.guard({ access: 'member', writes: false });
  app.get('/export/data-saya.zip', { onRequest }, async (request, reply) => {
    const { member } = request;
    if (!member) throw new Error('the gate admitted a request without a session');
    // an export reads all files of a person and is the most expensive request
    await limits.exportsByMember.take(member.id);
    await limits.exportsByAddress.take(addressOf(request));
    const own = await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((db) => collectOwnData(db, member.id));
    async function* entries() {
      yield { name: 'data.json', input: JSON.stringify(own.rows, null, 2) };
      for (const { bucket, path, created_at } of own.files) {
        const file = await files.read(bucket, path);
        if (file) yield { name: `${bucket}/${path}`, input: file.content, lastModified: created_at };
      }
    }
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="data-saya.zip"')
      .send(Readable.fromWeb(makeZip(entries())));
  });
}
