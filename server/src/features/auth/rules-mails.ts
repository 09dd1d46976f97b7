import { defineJob, overADay } from '../../platform/jobs/jobs.ts';
import type { MailCause } from '../../platform/limits/request-limits.ts';

/**
 * All mails. A mail's text and link are made when it is sent: the queue contains no secret.
 * `accountId` is the sign-up that waits for its link, or the account that has never opened one; `codeId` is the row that the code is
 * stored in; `askedAt` is in milliseconds since 1970, by the database's clock. `byCode` is a password that was set by a recovery code.
 */
export type Mail =
  | { mail: 'confirm_sign_up'; to: string; accountId: string }
  | { mail: 'confirm_sign_in'; to: string; codeId: string }
  | { mail: 'confirm_in_crowd'; to: string; askedAt: number }
  | { mail: 'reset_password' | 'email_changed' | 'demoted'; to: string }
  | { mail: 'password_changed'; to: string; byCode?: true }
  | { mail: 'recovery_requested' | 'recovery_code' | 'recovery_used'; to: string };

const causesByAdmins: Partial<Record<Mail['mail'], 'accounts' | 'codes'>> = {
  email_changed: 'accounts',
  demoted: 'accounts',
  recovery_requested: 'accounts',
  recovery_code: 'codes',
  recovery_used: 'codes',
};

/**
 * The requester for whom a mail is counted at its mailbox when it is sent (D117); undefined if it was counted when it was asked for. Admins
 * can cause some mails as often as they like: each is sent, as the owner must hear of it, but slowly once the mailbox has had many. Their
 * codes are counted apart from other mails, as they are good for minutes, and a demotion and a request come before them (D80). The code
 * of a crowd is counted only if there is an account, which the person who asks must not notice.
 */
export function countedWhenSent(mail: Mail): { requester: string; cause: MailCause } | undefined {
  if (mail.mail === 'confirm_in_crowd') return { requester: 'a crowd', cause: 'code' };
  const byAdmins = mail.mail === 'password_changed' && mail.byCode ? 'codes' : causesByAdmins[mail.mail];
  return byAdmins && { requester: `admins ${byAdmins}`, cause: 'known' };
}

/** Sends a mail of mails.ts. Each kind has a lane, so that thousands of one kind, such as codes of a crowd (D96), do not delay others. */
export const sendMail = defineJob<Mail>('send_mail', overADay, { laneOf: ({ mail }) => mail });
/** How many mails a process sends at once: more than there are kinds that strangers cause. */
export const mailsAtOnce = 5;
