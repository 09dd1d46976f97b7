import { randomBytes } from 'node:crypto';
import { photoHeader } from '@lapau/contract/protocol';
import { id } from '@lapau/contract/text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';
import { renewPhoto } from '../files/save.ts';
import { serveFile } from '../files/serve.ts';
import { createUpload } from '../files/upload.ts';
import type { Platform } from '../platform.ts';
import type { Member } from '../session/actor.ts';
import type { Gate } from './gate.ts';

const publicFiles = ['logo', 'favicon', 'announcement'] as const;
const avatarNames = new Set(['warung_avatar', 'profile_avatar']);

/** Finds the folder of an owner, the first segment of a path. @throws AppError when the member may not upload to it */
type FindUploadFolder = (db: Db, member: Member, ownerId: string) => Promise<string>;

/**
 * Mounts the storage: uploads by POST with the file's bytes as the body, files by GET for everybody who knows the
 * address (product.md#storage).
 * @param findFolder decides whose folder a member may upload to
 */
export function mountStorage(app: FastifyInstance, gate: Gate, platform: Platform, findFolder: FindUploadFolder): void {
  const upload = createUpload(platform);
  const ownFolder = (request: FastifyRequest, owner: string) =>
    findFolder(platform.database.db, request.member as Member, owner);
  const byMember = { onRequest: gate.guard({ access: 'member', writes: true }) };
  const byAdmin = { onRequest: gate.guard({ access: 'admin', writes: true }) };

  app.register(async (storage) => {
    // The body stays a stream, because upload.ts itself checks its length and its bytes.
    for (const type of ['application/octet-stream', /^image\//]) {
      storage.addContentTypeParser(type, (_request, body, done) => done(null, body));
    }

    storage.post<{ Params: { owner: string } }>('/storage/posts/:owner', byMember, async (request, reply) => {
      const folder = await ownFolder(request, request.params.owner);
      return upload({ request, reply }, { bucket: 'posts', stem: `${folder}/${photoName(request)}`, purpose: 'photo' });
    });

    // A client asks this before it repeats an upload whose answer was lost, as the photo may be stored.
    const byReader = { onRequest: gate.guard({ access: 'member', writes: false }) };
    storage.post<{ Params: { owner: string; photo: string } }>(
      '/storage/uploaded/:owner/:photo',
      byReader,
      async (request, reply) => {
        const folder = await ownFolder(request, request.params.owner);
        const path = `${folder}/${validId(request.params.photo)}.webp`;
        const isThere = await platform.transaction(({ db }) => renewPhoto(db, platform.fileColumns, path));
        return reply.send({ path: isThere ? path : null });
      },
    );

    storage.post<{ Params: { owner: string; name: string } }>(
      '/storage/avatars/:owner/:name',
      byMember,
      async (request, reply) => {
        const { owner, name } = request.params;
        if (!avatarNames.has(name)) throw new AppError('unknown_call');
        const folder = await ownFolder(request, owner);
        return upload({ request, reply }, { bucket: 'avatars', stem: `${folder}/${name}`, purpose: 'photo' });
      },
    );

    storage.post<{ Params: { name: string } }>('/storage/avatars/public/:name', byAdmin, async (request, reply) => {
      const name = publicFiles.find((known) => known === request.params.name);
      if (!name) throw new AppError('unknown_call');
      return upload({ request, reply }, { bucket: 'avatars', stem: `public/${name}`, purpose: name });
    });

    storage.post<{ Params: { id: string } }>('/storage/avatars/promo_banners/:id', byAdmin, async (request, reply) => {
      const stem = `promo_banners/${validId(request.params.id)}`;
      return upload({ request, reply }, { bucket: 'avatars', stem, purpose: 'photo' });
    });

    storage.get<{ Params: { bucket: string; '*': string } }>('/storage/:bucket/*', (request, reply) =>
      serveFile(platform.files, request.params.bucket, request.params['*'], request, reply),
    );
  });
}

function validId(given: string): string {
  const parsed = id.safeParse(given.toLowerCase());
  if (!parsed.success) throw new AppError('unknown_call');
  return parsed.data;
}

/** The name of a photo in its owner's folder: the one that the client gives, or else a new one. */
function photoName({ headers }: FastifyRequest): string {
  const given = headers[photoHeader];
  return typeof given === 'string' ? validId(given) : uniqueName();
}

const uniqueName = () => `${Date.now()}-${randomBytes(8).toString('hex')}`;
