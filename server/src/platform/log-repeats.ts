import { pino } from 'pino';
import type { Logger, LoggerOptions } from 'pino';
import { unavailableReason } from './unavailable.ts';

const windowMs = 60_000;
/** How many causes are distinguished at a time; further ones count as one. */
const maxCauses = 500;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Fields = Record<string, unknown>;

/**
 * A pino hook that limits warnings and errors to one line per cause and minute: the first is written at once; after each
 * minute with repetitions the latest is written, with their number in `repeated`. The cause is the message and every field;
 * of an error it is what is unavailable, or else its stack frames without the message, which may contain ids.
 */
export function limitRepeats(): LogMethod {
  /** By cause, what was logged since its last line. */
  const windows = new Map<string, { repeated: number; write: (repeated: number) => void }>();

  const closeWindow = (cause: string) => {
    const window = windows.get(cause);
    if (!window?.repeated) return void windows.delete(cause);
    window.write(window.repeated);
    window.repeated = 0;
    openWindow(cause);
  };
  const openWindow = (cause: string) => void setTimeout(closeWindow, windowMs, cause).unref();

  return function logMethod(this: Logger, args, method, level) {
    const { warn = 0, fatal = 0 } = pino.levels.values;
    if (level < warn || level >= fatal) return method.apply(this, args);
    const [fields, ...message] = splitFields(args);
    const known = `${level} ${message[0]} ${Object.entries(fields).map(describeField).join(' ')}`;
    const cause = windows.has(known) || windows.size < maxCauses ? known : 'others';
    const window = windows.get(cause);
    if (window) {
      window.repeated += 1;
      window.write = (repeated) => method.call(this, { ...fields, repeated }, ...message);
      return;
    }
    windows.set(cause, { repeated: 0, write: () => {} });
    openWindow(cause);
    method.apply(this, args);
  };
}

/** The fields and the message (with what its placeholders take) of a call: log(message), log(fields, message), log(error). */
function splitFields([first, ...rest]: unknown[]): [Fields, ...string[]] {
  if (first instanceof Error) return [{ err: first }, ...((rest.length > 0 ? rest : [first.message]) as string[])];
  if (typeof first === 'object' && first !== null) return [first as Fields, ...(rest as string[])];
  return [{}, String(first), ...(rest as string[])];
}

function describeField([name, value]: [string, unknown]): string {
  if (value instanceof Error) return `${name}=${unavailableReason(value) ?? framesOf(value)}`;
  return typeof value === 'string' || typeof value === 'number' ? `${name}=${value}` : name;
}

const framesOf = ({ stack, message }: Error): string => /\n {4}at [^]*/.exec(stack ?? '')?.[0] ?? message;
