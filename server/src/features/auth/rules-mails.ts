import type { ConfirmationReason } from '@lapau/contract/auth';
import { defineJob, overADay } from '../../platform/jobs.ts';

/**
 * All mails. A mail's text and link are made when it is sent: the queue contains no secret.
 * `accountId` is the sign-up that waits for its link, or the account that has never opened one; `codeId` is the row that the code is
 * stored in; `because` is missing in what the release before has queued. `byCode` is a password that was set by a recovery code.
 */
export type Mail =
  | { mail: 'confirm_sign_up'; to: string; accountId: string }
  | { mail: 'confirm_sign_in'; to: string; codeId: string; because?: ConfirmationReason }
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
 * What admins do to the account by which they can cause the mail as often as they like, if they can. Each is sent, as its owner must hear of
 * it, but one after another when its mailbox has had many; the other mails are counted when they are asked for. Codes are counted apart from
 * the rest: they are good for minutes, and a demotion and a request come before them (D80).
 */
export const causeByAdmins = (mail: Mail): 'accounts' | 'codes' | undefined =>
  mail.mail === 'password_changed' && mail.byCode ? 'codes' : causesByAdmins[mail.mail];

/** Sends a mail of mails.ts. */
export const sendMail = defineJob<Mail>('send_mail', overADay);
