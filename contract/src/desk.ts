import * as z from 'zod/mini';
import { call } from './call.ts';
import { openEnum } from './open-enum.ts';
import { settingKeys } from './settings.ts';
import { moment } from './text.ts';

/** Whatever waits longer than this is marked, and all admins are notified of it once. */
export const waitsTooLongMs = 24 * 60 * 60_000;
/** The admins are reminded once more of an application that waits longer than this. */
export const applicationWaitsTooLongMs = 2 * waitsTooLongMs;

/** How many strangers a link has led to a dish or a stall (D108), and how many have signed up there. */
export type LinkCounts = { opened: number; signed_up: number };

const queue = z.strictObject({ count: z.int(), oldest_at: z.nullable(moment) });

/** The figures of /admin. Days are those of Asia/Jakarta. */
export const get_admin_stats = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({}),
  output: z.strictObject({
    total_users: z.int(),
    total_sellers: z.int(),
    /** Different people who were signed in today. */
    daily_visitors: z.int(),
    /** The last thirty days, today last: how many people were signed in, and how many posts of the day members see now. */
    days: z.array(
      z.strictObject({
        day: z.iso.date(),
        visitors: z.int(),
        posts: z.int(),
        /** How many strangers a link has led to a dish or a stall, and how many have signed up there (D108). */
        opened: z.optional(z.int()),
        signed_up: z.optional(z.int()),
      }),
    ),
    /** Settings that still have their built-in value. */
    default_settings: z.array(openEnum(settingKeys)),
    /** The things that wait for a decision; reports are counted by the thing reported. */
    waiting: z.strictObject({ applications: queue, reports: queue, appeals: queue }),
    /** The moment until which deletion by age waits, as the server's clock has jumped (D110); null while it does not wait. */
    deletion_waits_until: z.optional(z.nullable(moment)),
  }),
  errors: [],
});

/** How many weeks get_admin_weeks has. */
export const deskWeeks = 13;

const week = z.strictObject({
  /** The Monday with which the week begins in Asia/Jakarta. */
  monday: z.iso.date(),
  new_people: z.int(),
  /** The dishes that were first posted in the week, and that members see now. */
  new_posts: z.int(),
  /** How many posts, comments and messages were reported. */
  reported_posts: z.int(),
  reported_comments: z.int(),
  reported_messages: z.int(),
  /** What waited longest for its decision up to the end of the week; null if nothing waited. */
  longest_wait: z.nullable(z.strictObject({ what: openEnum(['application', 'report', 'appeal']), hours: z.int() })),
});
export type Week = z.infer<typeof week>;

/** The figures of this week and those before it, newest first. */
export const get_admin_weeks = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({}),
  output: z.array(week),
  errors: [],
});

/** What may wait for a decision of the admins, in words. */
export const waitNames = { application: 'pengajuan', report: 'laporan', appeal: 'keberatan' };

/** How long something has waited, in words: hours up to a day, then days. */
export const formatWait = (hours: number): string =>
  hours < 1 ? 'kurang dari sejam' : hours < 24 ? `${hours} jam` : `${Math.floor(hours / 24)} hari`;

/** How many things were reported in a week. */
export const reportsIn = ({ reported_posts, reported_comments, reported_messages }: Week): number =>
  reported_posts + reported_comments + reported_messages;
