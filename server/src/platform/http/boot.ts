import type { BootData } from '@lapau/contract/boot';
import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { costs, takeCost } from './costs.ts';
import type { Handler, Handlers } from './gate.ts';
import { JsonAnswer } from './json-answer.ts';
import type { BootInputs, PagePart } from './page-parts.ts';

/**
 * Makes a page's boot data: the answers to the calls that its first screen would make, by the same handlers. A person whose session is
 * refused gets none here, and learns why from get_session. A client that has cost too much gets no boot data: the page then makes the
 * calls itself, within their limits. `address` is the path of the page with its query; the request's own unless given.
 */
export const bootOf =
  (handlers: Handlers<CallName>, { sessions, limits }: Pick<Platform, 'sessions' | 'limits'>, parts: PagePart[]) =>
  async (request: FastifyRequest, reply: FastifyReply, address = request.url): Promise<BootData> => {
    const read = await sessions.read(request.headers);
    const member = typeof read === 'string' ? null : read;
    const [pathname = '/', search = ''] = address.split('?', 2);
    const boots = parts.map(({ boot }) => boot?.({ pathname, search, member }));
    const units = boots.reduce((sum, boot) => sum + (boot?.units ?? 0), costs.page);
    if ((await takeCost(limits, { request, memberId: member?.id, units })) > 0) return {};
    const inputs: BootInputs = typeof read === 'string' ? {} : { get_session: {} };
    for (const boot of boots) Object.assign(inputs, boot?.inputs);
    const answers = (Object.keys(inputs) as (keyof BootInputs)[]).map(async (name) => {
      try {
        const answer = await (handlers[name] as Handler<CallName>)({
          input: calls[name].input.parse(inputs[name]),
          actor: member,
          http: { request, reply },
        });
        return [[name, answer instanceof JsonAnswer ? (JSON.parse(answer.text) as unknown) : answer]] as const;
      } catch (error) {
        // The page makes a refused call itself, and shows why it is refused: the dish may be gone.
        if (error instanceof AppError && error.status < 500) return [];
        throw error;
      }
    });
    return Object.fromEntries((await Promise.all(answers)).flat());
  };
