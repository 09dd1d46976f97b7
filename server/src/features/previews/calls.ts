import type { FastifyInstance } from 'fastify';
import { cacheControls, sendFile } from '../../platform/files/serve.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPreviewPictures } from './rules-picture.ts';
import { findLinkPreview, findPreviewedPhoto } from './rules.ts';

export const previewsCalls = ({ database }: Platform): Handlers<'get_link_preview'> => ({
  get_link_preview: ({ input }) => findLinkPreview(database, input.path),
});

/**
 * GET /previews/post/<id>.jpg and /previews/warungs/<id>.jpg: the picture of a link preview. Whether it may be shown is asked
 * each time, so that a suspension hides it. A browser keeps it for an hour, and a cache that people share for two minutes.
 */
export function mountPreviews(app: FastifyInstance, gate: Gate, platform: Platform): void {
  const ensurePicture = createPreviewPictures(platform);
  const onRequest = gate.guard({ access: 'public', writes: false });
  app.get<{ Params: { kind: string; id: string } }>(
    '/previews/:kind/:id.jpg',
    { onRequest },
    async (request, reply) => {
      const photo = await findPreviewedPhoto(platform.database, `/${request.params.kind}/${request.params.id}`);
      const name = await ensurePicture(photo, request);
      const file = { bucket: 'posts', name, cacheControl: cacheControls.replaced } as const;
      return sendFile(platform.files, file, request, reply);
    },
  );
}
