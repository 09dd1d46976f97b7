import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { unavailableReason } from '../errors/unavailable.ts';
import { standardOutput } from './log-destination.ts';
import { limitRepeats } from './log-repeats.ts';
import { currentRequest, referenceOf } from './request-context.ts';

export type Log = Logger;

/**
 * Makes the server's log: JSON lines, one per event; for warnings and errors one per cause and minute. The fields of a logged object
 * that may hold credentials are hidden. A line that a request causes has its id (`request`), the part of it that people are shown
 * (`reference`) and its route (`url`).
 * @param destination standard output unless given
 */
export const createLog = (level: string, destination: DestinationStream = standardOutput): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['*.password', '*.newPassword', '*.token', '*.secret', '*.headers.cookie', '*.headers.authorization'],
        censor: '[hidden]',
      },
      serializers: { err: describeError },
      mixin: () => {
        const request = currentRequest();
        return request ? { request: request.id, reference: referenceOf(request.id), url: request.url } : {};
      },
      hooks: { logMethod: limitRepeats() },
    },
    destination,
  );

/**
 * Describes an error. An outage gets no stack, as it is no fault of the program. PostgreSQL's `detail` and `where` are left out, as
 * they repeat people's data.
 */
function describeError(error: Error): object {
  const reason = unavailableReason(error);
  if (reason !== undefined) return { message: reason };
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: 'code' in error ? error.code : undefined };
}
