import { readTrustedTime } from '../../platform/clock/clock-jumps.ts';
import { defineJob, hourSeconds } from '../../platform/jobs/jobs.ts';
import { RecipientRefused } from '../../platform/mail/mail-refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { sessionsRetention } from '../../platform/session/stored-sessions.ts';
import { applyRetention } from '../../platform/transactions/retention.ts';
import type { Retention } from '../../platform/transactions/retention.ts';
import { workAt, workOn } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { writeMail } from './mails.ts';
import { noteMailbox } from './queries-people.ts';
import { deleteExpiredRecoveryCodes, deleteExpiredRecoveryRequests } from './queries-recovery-code.ts';
import { deleteExpiredSignInCodes, deleteExpiredWrongPasswords } from './queries-sign-in.ts';
import { deleteExpiredPendingSignUps, deleteExpiredVerifications } from './queries.ts';
import { countedWhenSent, mailsAtOnce, sendMail } from './rules-mails.ts';
import type { Mail } from './rules-mails.ts';
import { accountInLog } from './rules-sign-in.ts';

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
  // The limit counts a mail by its job, so that one that is tried again counts once.
  if (counted && !(await platform.limits.mailsByMailbox(mail.to, counted.requester, counted.cause, jobId)))
    throw new Error('its mailbox has had its mails of this hour');
  try {
    await platform.mailer.send(letter);
  } catch (error) {
    if (error instanceof RecipientRefused) return giveUp(platform, mail, error);
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    platform.log.warn({ mail: mail.mail, code, responseCode }, 'a mail could not be sent');
    throw error;
  }
  // A failure is only logged: if it were thrown, the mail would be sent again.
  await noteDelivery(platform, mail.to, true).catch((err: unknown) =>
    platform.log.warn({ err }, 'that a mail server takes an address again was not noted'),
  );
}

/** Notes that mails do not arrive: a person who waits for a link is told at their sign-in, and admins can make them a code (D80). */
async function giveUp(platform: Platform, { mail, to }: Mail, { cause }: RecipientRefused): Promise<void> {
  const { responseCode } = cause as { responseCode?: number };
  const account = accountInLog(platform, to);
  platform.log.warn({ mail, responseCode, account }, 'a mail was refused for good, and is not sent again');
  await noteDelivery(platform, to, false);
}

const noteDelivery = (platform: Platform, email: string, takesMail: boolean): Promise<void> =>
  platform.transaction(async (tx) => {
    if (await noteMailbox(tx.db, email, takesMail)) tx.signal('admin', { type: 'users_changed' });
  });

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
