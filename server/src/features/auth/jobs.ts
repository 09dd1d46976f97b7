import { readTrustedTime } from '../../platform/clock-jumps.ts';
import { defineJob, hourSeconds } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyRetention } from '../../platform/retention.ts';
import type { Retention } from '../../platform/retention.ts';
import { sessionsRetention } from '../../platform/session/stored-sessions.ts';
import { workAt, workOn } from '../../platform/worker.ts';
import type { Worker } from '../../platform/worker.ts';
import { writeMail } from './mails.ts';
import { deleteExpiredRecoveryCodes, deleteExpiredRecoveryRequests } from './queries-recovery-code.ts';
import { deleteExpiredSignInCodes, deleteExpiredWrongPasswords } from './queries-sign-in.ts';
import { deleteExpiredPendingSignUps, deleteExpiredVerifications } from './queries.ts';
import { countedWhenSent, mailsAtOnce, sendMail } from './rules-mails.ts';
import type { Mail } from './rules-mails.ts';

/** Sessions, mailed links, codes, counted wrong passwords and pending sign-ups are stored until they expire. */
export const authRetention: Retention[] = [
  ...sessionsRetention,
  { table: 'verifications', deleteExpired: ({ db }, limit) => deleteExpiredVerifications(db, limit) },
  { table: 'recovery_codes', deleteExpired: ({ db }, limit) => deleteExpiredRecoveryCodes(db, limit) },
  { table: 'recovery_requests', deleteExpired: ({ db }, limit) => deleteExpiredRecoveryRequests(db, limit) },
  { table: 'sign_in_codes', deleteExpired: ({ db }, limit) => deleteExpiredSignInCodes(db, limit) },
  { table: 'wrong_passwords', deleteExpired: ({ db }, limit) => deleteExpiredWrongPasswords(db, limit) },
  { table: 'pending_sign_ups', deleteExpired: ({ db }, limit) => deleteExpiredPendingSignUps(db, limit) },
];

async function deliver(platform: Platform, mail: Mail, jobId: string): Promise<void> {
  const letter = await writeMail(platform, mail);
  if (!letter) return;
  const counted = countedWhenSent(mail);
  // of its job, so that one which could not be sent does not take another
  if (counted && !(await platform.limits.mailsByMailbox(mail.to, counted.requester, counted.cause, jobId)))
    throw new Error('its mailbox has had its mails of this hour');
  try {
    await platform.mailer.send(letter);
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    platform.log.warn({ mail: mail.mail, code, responseCode }, 'a mail could not be sent');
    throw error;
  }
}

const sweepExpired = defineJob('sweep_expired', { retryLimit: 0, expireInSeconds: hourSeconds });

/** Sends the mails that rules have queued, and removes what has expired: sessions, links, written mails. */
export const authWorkers: Worker[] = [
  workOn(sendMail, deliver, mailsAtOnce),
  workAt('*/10 * * * *', sweepExpired, async (platform) => {
    for (const retention of authRetention) await applyRetention(platform, retention);
    const now = await readTrustedTime(platform.database.db);
    if (now) await platform.mailer.sweep(now);
  }),
];
