import type { Platform } from '../../platform/platform.ts';
import { applyRetention } from '../../platform/retention.ts';
import type { Retention } from '../../platform/retention.ts';
import { sessionsRetention } from '../../platform/session/stored-sessions.ts';
import { writeMail } from './mails.ts';
import { deleteExpiredRecoveryCodes, deleteExpiredRecoveryRequests } from './queries-recovery-code.ts';
import { deleteExpiredSignInCodes, deleteExpiredWrongPasswords } from './queries-sign-in.ts';
import { deleteExpiredPendingSignUps, deleteExpiredVerifications } from './queries.ts';

/** Sessions, mailed links, codes, counted wrong passwords and pending sign-ups are stored until they expire (D61). */
export const authRetention: Retention[] = [
  ...sessionsRetention,
  { table: 'verifications', deleteExpired: ({ db }, limit) => deleteExpiredVerifications(db, limit) },
  { table: 'recovery_codes', deleteExpired: ({ db }, limit) => deleteExpiredRecoveryCodes(db, limit) },
  { table: 'recovery_requests', deleteExpired: ({ db }, limit) => deleteExpiredRecoveryRequests(db, limit) },
  { table: 'sign_in_codes', deleteExpired: ({ db }, limit) => deleteExpiredSignInCodes(db, limit) },
  { table: 'wrong_passwords', deleteExpired: ({ db }, limit) => deleteExpiredWrongPasswords(db, limit) },
  { table: 'pending_sign_ups', deleteExpired: ({ db }, limit) => deleteExpiredPendingSignUps(db, limit) },
];

/** Sends the mails that rules have queued, and removes what has expired: sessions, links, written mails (D4, D5). */
export async function startAuthJobs(platform: Platform): Promise<void> {
  const { jobs, log, mailer } = platform;
  await jobs.work('send_mail', async (job) => {
    const letter = await writeMail(platform, job);
    if (!letter) return;
    try {
      await mailer.send(letter);
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      log.warn({ mail: job.mail, code, responseCode }, 'a mail could not be sent');
      throw error;
    }
  });
  await jobs.work('sweep_expired', async () => {
    for (const retention of authRetention) await applyRetention(platform, retention);
    await mailer.sweep();
  });
  await jobs.schedule('sweep_expired', '*/10 * * * *');
}
