import type { ErrorCode } from '@lapau/contract/errors';
import { limits } from '@lapau/contract/limits';
import { AppError } from '../errors/app-error.ts';
import { mailboxOf } from '../text/mailbox.ts';
import { inMemory } from './limit-store.ts';
import type { LimitStore, Rate } from './limit-store.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/**
 * The limits of requests, each named after what it counts and by whom. An address may be shared by many people, so its limits are
 * generous and those of an account tight.
 */
const rates = {
  readsByMember: { points: 600, windowMs: minuteMs },
  writesByMember: { points: 120, windowMs: minuteMs },
  /** Calls of people without a session. */
  callsByAddress: { points: 1_200, windowMs: minuteMs },
  socketsByMember: { points: 600, windowMs: minuteMs },
  socketsByAddress: { points: 1_200, windowMs: minuteMs },
  /** Bytes of text that calls add to the database (storesText in contract/src/call.ts). */
  textBytesByMember: { points: 1_000_000, windowMs: dayMs },
  /** Units of cost, as platform/http/costs.ts has them. */
  costByMember: { points: 300, windowMs: minuteMs },
  costByAddress: { points: 6_000, windowMs: minuteMs },

  /** Sign-ins with a right or wrong password, on devices where the account has not signed in before. */
  signInsByAddress: { points: 1_200, windowMs: minuteMs },
  /** Sign-ins with a right or wrong password, on a device where the account has signed in before. */
  signInsByDevice: { points: 10, windowMs: minuteMs },
  /** Tries with a wrong password or link. */
  authTriesByAddress: { points: 300, windowMs: minuteMs },
  wrongPasswordsByAccountAndAddress: { points: 10, windowMs: minuteMs },
  /** Sign-ups from all addresses of a group: thirty at once, then one in two seconds. Beyond that people take turns (paced-turns.ts). */
  signUpsByAddress: { points: 30, windowMs: minuteMs },
  /** Requests for a forgotten password, from devices on which the account has not signed in; people take turns there too. */
  resetsByAddress: { points: 300, windowMs: minuteMs },
  triesByRecoveryCode: { points: 10, windowMs: minuteMs },
  wrongRecoveryCodesByAddress: { points: 300, windowMs: minuteMs },
  /** How often at once sign-ins are asked for the shared code while too many wait; after that they wait before they are asked again. */
  codesInCrowdByGroup: { points: 60, windowMs: 10 * minuteMs },
  codesInCrowdByAccountAndGroup: { points: 2, windowMs: 10 * minuteMs },

  exportsByMember: { points: 3, windowMs: 30 * minuteMs },
  exportsByAddress: { points: 30, windowMs: minuteMs },
  /** Exports of lists by an admin; each list counts for itself. */
  listExportsByAdmin: { points: 10, windowMs: 5 * minuteMs },
} satisfies Record<string, Rate>;

/** Limits whose shares the requesters of a subject divide, so that a stranger does not use up what the subject's owner needs. */
const sharedRates = {
  /** Mails to a mailbox that people without the account's session cause. */
  mailsByMailbox: { points: 5, windowMs: 60 * minuteMs },
} satisfies Record<string, Rate>;

/**
 * The ranks of people who cause a mail, by how sure it is that they are the account's owner: anybody; somebody who has given its
 * password, or all who share the code of an hour (D96); a device on which it has signed in, or an admin.
 */
const mailRanks = { anybody: 0, code: 1, known: 2 } as const;
export type MailCause = keyof typeof mailRanks;

/** Limits that are counted in the database, by the rows that they limit: they hold after a restart and in all processes. */
const storedPoints = {
  uploadsByMemberAndDay: 300,
  /** Messages to one person, or comments under one post, before anybody else writes there; then one a minute. */
  unanswered: 20,
};

/**
 * Limits that are counted in the database too (stored-limits.ts), and come back evenly like `rates` (D118). A 'first message' goes to
 * somebody who has not answered in this conversation: the n-th one costs n points of the limits that senders share.
 */
export const storedRates = {
  firstMessagesByMember: { points: 60, windowMs: 10 * minuteMs },
  firstMessagesByRecipient: { points: 900, windowMs: 10 * minuteMs },
  firstMessagesByRecipientAndAddress: { points: 300, windowMs: 10 * minuteMs },
  /** Comments of one person under one post of somebody else. */
  commentsByMemberAndPost: { points: 20, windowMs: 10 * minuteMs },
  commentsByPost: { points: 900, windowMs: 10 * minuteMs },
  commentsByPostAndAddress: { points: 300, windowMs: 10 * minuteMs },
  /** People whom a person's comments notify; a comment costs at least 16. */
  notifiedByMember: { points: 1_000, windowMs: 10 * minuteMs },
  reportsByAddress: { points: 60, windowMs: 10 * minuteMs },
} satisfies Record<string, Rate>;

/** Limits that a person never exceeds in any stretch of time as long as the window. */
export const countedRates = {
  dishesByCook: { points: limits.dishesIn10Minutes, windowMs: 10 * minuteMs },
  dishesByCookAndDay: { points: limits.dishesADay, windowMs: dayMs },
  /** Dishes that are posted again. */
  renewalsByCook: { points: limits.renewalsADay, windowMs: limits.renewalMs },
  renewalsByCookAndHour: { points: limits.renewalsAnHour, windowMs: 60 * minuteMs },
  reportsByMember: { points: 10, windowMs: 10 * minuteMs },
  reportsByMemberAndDay: { points: 30, windowMs: dayMs },
} satisfies Record<string, Rate>;

type LimitName = keyof typeof rates;
export type LimitPoints = Record<
  | LimitName
  | keyof typeof sharedRates
  | keyof typeof storedPoints
  | keyof typeof storedRates
  | keyof typeof countedRates,
  number
>;

const pointsOf = (declared: Record<string, Rate>) =>
  Object.fromEntries(Object.entries(declared).map(([name, { points }]) => [name, points]));

export const limitPoints = {
  ...pointsOf(rates),
  ...pointsOf(sharedRates),
  ...storedPoints,
  ...pointsOf(storedRates),
  ...pointsOf(countedRates),
} as LimitPoints;

export type Limit = {
  /** Takes points of a key, such as a person's id. @returns 0, or the seconds until there are enough; none are taken then */
  waitSeconds: (key: string, points?: number) => Promise<number>;
  /** @throws AppError with Retry-After, when there are not enough points */
  take: (key: string, points?: number, code?: ErrorCode) => Promise<void>;
};

export type Limits = Record<LimitName, Limit> & {
  /**
   * @param use as in limit-store.ts
   * @returns false when there are no more mails to the mailbox of this e-mail for this requester
   */
  mailsByMailbox: (email: string, requester: string, cause: MailCause, use?: string) => Promise<boolean>;
  /** The limit of a call that has one of its own, by person or address (perMinute in contract/src/call.ts). */
  ofCall: (name: string, perMinute: number) => Limit;
};

/**
 * The limits of this app, which count in one store.
 * @param points how many points each limit has; tests and load runs raise them
 */
export function createLimits(points: LimitPoints, store: LimitStore = inMemory): Limits {
  const limit = (name: string, rate: Rate): Limit => {
    const takePoints = store.points(name, rate);
    return {
      waitSeconds: async (key, taken = 1) => Math.ceil((await takePoints(key, taken)) / 1_000),
      take: async (key, taken = 1, code = 'rate_limited') => {
        const waitMs = await takePoints(key, taken);
        if (waitMs > 0) throw new AppError(code, undefined, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      },
    };
  };
  const names = Object.keys(rates) as LimitName[];
  const declared = names.map((name) => [name, limit(name, { ...rates[name], points: points[name] })]);
  const { mailsByMailbox } = sharedRates;
  const takeMail = store.shares('mailsByMailbox', { ...mailsByMailbox, points: points.mailsByMailbox });
  return {
    ...(Object.fromEntries(declared) as Record<LimitName, Limit>),
    mailsByMailbox: async (email, requester, cause, use) =>
      takeMail(mailboxOf(email), requester, mailRanks[cause], use),
    ofCall: (name, perMinute) => limit(name, { points: perMinute, windowMs: minuteMs }),
  };
}
