import type { BootData } from '@lapau/contract/boot';
import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import { linkTarget } from '@lapau/contract/previews';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonAnswer } from '../json-answer.ts';
import type { Platform } from '../platform.ts';
import { costs, takeCost } from './costs.ts';
import type { Handler, Handlers } from './gate.ts';

type BootCall = keyof BootData & CallName;
type Inputs = Partial<Record<BootCall, object>>;

const onTheFeed: Inputs = { get_feed: {}, get_active_banner: {}, get_unique_nagari_options: {} };

/**
 * What a page carries in its boot data: the answers to what its first screen would fetch, made by the same handlers. Someone whose
 * session is refused gets no session here and learns why from get_session. A client that has cost too much gets no boot
 * data: the page then makes the calls itself, within their limits.
 */
export const bootOf =
  (handlers: Handlers<CallName>, { sessions, limits }: Pick<Platform, 'sessions' | 'limits'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<BootData> => {
    const read = await sessions.read(request.headers);
    const member = typeof read === 'string' ? null : read;
    const [pathname = '/', search] = request.url.split('?', 2);
    const showsFeed = member !== null && pathname === '/';
    const units = showsFeed ? costs.feedPage : costs.page;
    if ((await takeCost(limits, { request, memberId: member?.id, units })) > 0) return {};
    const inputs: Inputs = {
      get_app_settings: {},
      ...(typeof read !== 'string' && { get_session: {} }),
      ...(showsFeed && onTheFeed),
      ...(member === null && previewOf(pathname, search)),
    };
    const answers = (Object.keys(inputs) as BootCall[]).map(async (name) => {
      const answer = await (handlers[name] as Handler<CallName>)({
        input: calls[name].input.parse(inputs[name]),
        actor: member,
        http: { request, reply },
      });
      return [name, answer instanceof JsonAnswer ? (JSON.parse(answer.text) as unknown) : answer] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  };

/** Somebody without a session is led to /login, which greets with what the link is about (D57). */
function previewOf(pathname: string, search: string | undefined): Inputs | undefined {
  const path = pathname === '/login' ? new URLSearchParams(search).get('next') : pathname;
  const target = linkTarget(path ?? '');
  return target && { get_link_preview: { path: target.path } };
}
