import type { CallOutput } from '@lapau/contract/calls';
import type { Platform } from '../platform.ts';
import { realtimeLimits } from '../realtime/socket-limits.ts';
import type { Handlers } from './gate.ts';
import { JsonAnswer } from './json-answer.ts';
import type { Json } from './json-answer.ts';

/** The handler of the call for pages whose network lets no socket through. */
export const realtimeCalls = ({ realtime }: Pick<Platform, 'realtime'>): Handlers<'get_signals'> => ({
  get_signals: async ({ input: { topics, age_ms }, actor }) => {
    const messages = realtime.missedBy(actor, topics, age_ms).join(',');
    const text = `{"messages":[${messages}],"again_after_ms":${realtimeLimits.pollMs}}`;
    return new JsonAnswer(text as Json<CallOutput<'get_signals'>>);
  },
});
