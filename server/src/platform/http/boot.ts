import type { BootData } from '@lapau/contract/boot';
import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonAnswer } from '../json-answer.ts';
import type { Platform } from '../platform.ts';
import { costs } from './budget.ts';
import type { Handler, Handlers } from './gate.ts';

type BootCall = keyof BootData & CallName;

const always: BootCall[] = ['get_app_settings', 'get_session'];
const onTheFeed: BootCall[] = ['get_feed', 'get_active_banner', 'get_unique_nagari_options'];

/**
 * What a page carries in its boot data: the answers to what its first screen would fetch, made by the same handlers. Someone whose
 * session is refused gets no session here and learns why from get_session. A client over its budget gets no boot
 * data: the page then makes the calls itself, within their limits.
 */
export const bootOf =
  (handlers: Handlers<CallName>, { sessions, budget }: Pick<Platform, 'sessions' | 'budget'>) =>
  async (request: FastifyRequest, reply: FastifyReply, pathname: string): Promise<BootData> => {
    const read = await sessions.read(request.headers);
    const member = typeof read === 'string' ? null : read;
    const showsFeed = member !== null && pathname === '/';
    if (budget(request, member?.id, showsFeed ? costs.feedPage : costs.page) > 0) return {};
    const names = always.filter((name) => name !== 'get_session' || typeof read !== 'string');
    if (showsFeed) names.push(...onTheFeed);
    const answers = names.map(async (name) => {
      const answer = await (handlers[name] as Handler<CallName>)({
        input: calls[name].input.parse({}),
        actor: member,
        http: { request, reply },
      });
      return [name, answer instanceof JsonAnswer ? (JSON.parse(answer.text) as unknown) : answer] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  };
