import { pino } from 'pino';
import type { Logger, LoggerOptions } from 'pino';
import { unavailableReason } from '../errors/unavailable.ts';
import { currentRequest, referenceOf, runOutsideRequests } from './request-context.ts';

const windowMs = 60_000;
/** How many causes are told apart at a time; all further ones count as one. */
const maxCauses = 500;
/** How many of them may have one message: strangers may choose its fields, and an attack has to leave room for other messages. */
const maxCausesOfMessage = 100;
/** How many requests a line names that stands for repetitions. */
const maxReferences = 200;

type Summary = { repeated: number; references?: string[] };
/** The repetitions of a cause since its last line. */
type Window = {
  message: string | undefined;
  repeated: number;
  references: Set<string>;
  write: (summary: Summary) => void;
};

const newWindow = (message: string | undefined): Window => ({
  message,
  repeated: 0,
  references: new Set(),
  write: () => {},
});

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Fields = Record<string, unknown>;

/**
 * A pino hook that limits warnings and errors to one line per cause and minute: the first is written at once; after each minute with
 * repetitions the latest is written, with their number in `repeated` and the requests that met it in `references`. The cause is the
 * message with every field. For an error that is what is unavailable, or else its stack frames without its message, which may have
 * ids.
 */
export function limitRepeats(): LogMethod {
  /** The open windows by their cause. */
  const windows = new Map<string, Window>();

  const closeWindow = (cause: string) => {
    const window = windows.get(cause);
    if (!window?.repeated) return void windows.delete(cause);
    const { message, repeated, references } = window;
    // The timer belongs to the request that opened the window, but the line stands for all requests since.
    runOutsideRequests(() => window.write({ repeated, ...(references.size > 0 && { references: [...references] }) }));
    windows.set(cause, newWindow(message));
    openWindow(cause);
  };
  const openWindow = (cause: string) => void setTimeout(closeWindow, windowMs, cause).unref();

  /** Gives the cause itself while there is room for it, or else the one that it counts as. */
  const causeOf = (known: string, othersOfMessage: string, message: string | undefined): string => {
    if (windows.has(known)) return known;
    const ofMessage = [...windows.values()].filter((window) => window.message === message).length;
    const cause = ofMessage < maxCausesOfMessage ? known : othersOfMessage;
    return windows.has(cause) || windows.size < maxCauses ? cause : 'others';
  };

  return function logMethod(this: Logger, args, method, level) {
    const { warn = 0, fatal = 0 } = pino.levels.values;
    if (level < warn || level >= fatal) return method.apply(this, args);
    const [fields, ...message] = splitFields(args);
    const known = `${level} ${message[0]} ${Object.entries(fields).map(describeField).join(' ')}`;
    const cause = causeOf(known, `${level} ${message[0]} others`, message[0]);
    const window = windows.get(cause);
    if (window) {
      window.repeated += 1;
      const request = currentRequest();
      if (request && window.references.size < maxReferences) window.references.add(referenceOf(request.id));
      window.write = (summary) => method.call(this, { ...fields, ...summary }, ...message);
      return;
    }
    windows.set(cause, newWindow(message[0]));
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

/** Describes a field. The value of a duration is left out, as it is another one each time. */
function describeField([name, value]: [string, unknown]): string {
  if (name.endsWith('Ms')) return name;
  if (value instanceof Error) return `${name}=${unavailableReason(value) ?? framesOf(value)}`;
  return typeof value === 'string' || typeof value === 'number' ? `${name}=${value}` : name;
}

const framesOf = ({ stack, message }: Error): string => /\n {4}at [^]*/.exec(stack ?? '')?.[0] ?? message;
