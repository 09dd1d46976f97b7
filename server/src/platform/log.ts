import { pino } from 'pino';
import type { Logger } from 'pino';

export type Log = Logger;

/** The server's log: JSON lines, one per event. Credentials never reach it, whatever object is logged. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.newPassword', '*.token', '*.secret', '*.headers.cookie', '*.headers.authorization'],
      censor: '[hidden]',
    },
  });
