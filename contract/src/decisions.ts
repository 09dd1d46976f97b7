import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { id, moment, text } from './text.ts';

// How admins decide about applications, reports, people and stalls (D75): the calls that decide take `version` and reasonFields,
// and answer with `decision`, which undo_decision can take back for ten seconds.

/** Kinds of things that admins decide about; a report is decided as the thing that it is about. */
export const decisionSubjects = ['application', 'post', 'comment', 'message', 'user', 'warung', 'appeal'] as const;
export type DecisionSubject = (typeof decisionSubjects)[number];

export const decisionActions = [
  'approve',
  'reject',
  'dismiss',
  'remove',
  'suspend',
  'lift',
  'delete',
  'accept',
] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** Reasons to choose from, as the person concerned reads them. */
export const reasonPresets = {
  rules: 'Tidak sesuai dengan aturan komunitas.',
  not_food: 'Bukan makanan atau minuman.',
  wrong_details: 'Keterangan, foto, atau harga tidak benar.',
  spam: 'Iklan atau kiriman yang berulang-ulang.',
  rude: 'Kata-kata kasar atau mengganggu orang lain.',
  fraud: 'Penipuan.',
  incomplete: 'Data belum lengkap atau belum jelas.',
  unknown_stall: 'Warung tidak dikenal di nagari ini.',
} as const;
export type ReasonKey = keyof typeof reasonPresets;
const reasonKeys = Object.keys(reasonPresets) as [ReasonKey, ...ReasonKey[]];

/** A reason of one's own, or the key of a preset; the text counts when both are given. */
export const reasonFields = {
  reason: z._default(text(limits.reason, { name: 'Alasan' }), ''),
  reason_key: z.optional(z.enum(reasonKeys, { error: 'Bukan alasan yang dikenal.' })),
};

/** The reason as it is stored and shown. */
export const reasonText = (given: { reason: string; reason_key?: ReasonKey | undefined }): string =>
  given.reason || (given.reason_key === undefined ? '' : reasonPresets[given.reason_key]);

/**
 * The version of the subject that the admin decides on, as the lists tell it. When it has been decided since, the call is
 * refused with `already_decided` and the other decision as `current`. Without it, what is there now is decided on.
 */
export const decidedVersion = z.optional(z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)));

export const decision = z.strictObject({
  id,
  subject_type: openEnum(decisionSubjects),
  subject_id: id,
  action: openEnum(decisionActions),
  reason: z.string(),
  /** Null when the account is deleted. */
  decided_by: z.nullable(id),
  decided_by_name: z.string(),
  decided_at: moment,
  /** The subject's version from now on. */
  version: z.int(),
  /** The moment until which undo_decision takes the decision back. */
  undo_until: moment,
});
export type Decision = z.infer<typeof decision>;

/** Whether this release knows what was decided, and so what an answer to an appeal against it does (D102). */
export const isKnownDecision = ({
  subject_type: subject,
  action,
}: Pick<Decision, 'subject_type' | 'action'>): boolean =>
  decisionSubjects.some((known) => known === subject) && decisionActions.some((known) => known === action);

/** Takes back one's own decision within ten seconds, and withdraws its notifications; a repeated undo changes nothing. */
export const undo_decision = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ decision_id: id }),
  output: decision,
  errors: ['decision_not_found', 'undo_expired', 'application_not_found', 'appeal_not_found'],
});

/**
 * What a decision would do, before it is made: a sentence to show, and the numbers in it. `subject_id` is the id that the call
 * which decides takes: that of an application, a report, a post, a comment, a person, a stall or an appeal.
 */
export const preview_decision = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({
    subject_type: z.enum(['application', 'report', 'post', 'comment', 'user', 'warung', 'appeal'], {
      error: 'Bukan hal yang diputuskan.',
    }),
    subject_id: id,
    action: z.enum(decisionActions, { error: 'Bukan keputusan yang dikenal.' }),
  }),
  output: z.strictObject({
    /** The sentences to show: '3 menu dan 1 komentar disembunyikan. Bu Ani diberi tahu.' */
    text: z.string(),
    /** How many posts and comments are hidden, deleted or shown again. */
    posts: z.int(),
    comments: z.int(),
    /** How many reports the decision closes. */
    reports: z.int(),
    version: z.int(),
    /** The decision that made this version; null if nothing was decided about the subject. */
    latest: z.nullable(decision),
  }),
  errors: ['subject_not_found'],
});
