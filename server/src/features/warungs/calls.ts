import { shortCode, shortWarungLink, warungLink } from '@lapau/contract/links';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { costs, isShortSearch, spend } from '../../platform/http/costs.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import { joinJsonList, JsonAnswer } from '../../platform/http/json-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { addReaderState } from '../posts/rules.ts';
import {
  findIdByShortCode,
  findMenuPage,
  findOwnWarung,
  findShortCode,
  findWarung,
  findWarungPage,
} from './queries.ts';
import { setWarungOpen, updateMyWarung, updateWarungAvatar } from './rules-own.ts';

type WarungCalls =
  | 'list_warungs'
  | 'get_warung'
  | 'get_warung_menu'
  | 'get_my_warung'
  | 'get_my_warung_links'
  | 'update_my_warung'
  | 'update_warung_avatar'
  | 'set_warung_open';

export const warungsCalls = (platform: Platform): Handlers<WarungCalls> => {
  const { database, publicUrl } = platform;
  const visibleWarung = async (id: string) => {
    const warung = await findWarung(database, id);
    if (!warung) throw new AppError('warung_not_found');
    return warung;
  };
  return {
    list_warungs: async ({ input, actor, http }) => {
      if (isShortSearch(input.search_term))
        await spend(platform.limits, { request: http.request, memberId: actor.id, units: costs.shortSearch });
      return findWarungPage(database, input);
    },
    get_warung: ({ input }) => visibleWarung(input.warung_id),
    get_warung_menu: async ({ input, actor }) => {
      await visibleWarung(input.warung_id);
      return new JsonAnswer<'get_warung_menu'>(
        joinJsonList(await addReaderState(database, actor.id, await findMenuPage(database, input))),
      );
    },
    get_my_warung: async ({ actor }) => (await findOwnWarung(database.db, actor.id)) ?? null,
    get_my_warung_links: async ({ actor }) => {
      const code = await findShortCode(database.db, actor.id);
      if (code === undefined) throw new AppError('warung_not_found');
      return { url: warungLink(publicUrl, actor.id), short_url: shortWarungLink(publicUrl, code) };
    },
    update_my_warung: ({ input, actor }) => platform.transaction((tx) => updateMyWarung(tx, actor, input)),
    update_warung_avatar: async ({ input, actor }) => ({
      avatar_url: await platform.transaction((tx) => updateWarungAvatar(tx, actor, input.path)),
    }),
    set_warung_open: ({ input, actor }) => platform.transaction((tx) => setWarungOpen(tx, actor, input)),
  };
};

/**
 * GET /w/<code> is a stall's short address, as people type it from a poster. A code that no stall has leads on as well, so that a hidden
 * stall is answered like a missing one.
 */
export function mountShortLinks(app: FastifyInstance, gate: Gate, { database }: Platform): void {
  const onRequest = gate.guard({ access: 'public', writes: false });
  app.get<{ Params: { '*': string } }>('/w/*', { onRequest }, async (request, reply) => {
    const code = shortCode(request.params['*']);
    const id = code && (await findIdByShortCode(database, code));
    return reply.header('cache-control', 'no-cache').redirect(`/warungs/${id ?? 'tidak-ada'}`);
  });
}
