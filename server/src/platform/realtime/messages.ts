import { realtimeTimes } from '@lapau/contract/signals';
import type { ClientMessage, ServerMessage } from '@lapau/contract/signals';
import { z } from 'zod';
import { realtimeLimits } from './socket-limits.ts';

const topics = z.array(z.string().max(realtimeLimits.topicLength)).max(realtimeLimits.topicsPerMessage);

const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().max(500) }),
  z.object({ type: z.literal('join'), topics, age_ms: z.int().min(0).max(realtimeTimes.catchUpMs).exactOptional() }),
  z.object({ type: z.literal('leave'), topics }),
  z.object({ type: z.literal('ping') }),
]) satisfies z.ZodType<ClientMessage>;

/** Reads a message of a page. @returns undefined when it is malformed */
export function readMessage(data: { toString: () => string }, isBinary: boolean): ClientMessage | undefined {
  if (isBinary) return undefined;
  try {
    return clientMessage.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}

/** Encodes a message once for all sockets that it goes to. */
export const encode = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));
