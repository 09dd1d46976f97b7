import type { ConfirmationReason } from '@lapau/contract/auth';
import { defineJob, overADay } from '../../platform/jobs.ts';

/**
 * All mails. A mail's text and link are made when it is sent: the queue contains no secret.
 * `accountId` is the sign-up that waits for its link, or the account that has never opened one; `codeId` is the row that the code is
 * stored in; `because` is missing in what the release before has queued.
 */
export type Mail =
  | { mail: 'confirm_sign_up'; to: string; accountId: string }
  | { mail: 'confirm_sign_in'; to: string; codeId: string; because?: ConfirmationReason }
  | { mail: 'reset_password' | 'password_changed' | 'email_changed' | 'demoted'; to: string }
  | { mail: 'recovery_requested' | 'recovery_code' | 'recovery_used'; to: string };

/**
 * Whether an admin causes the mail, by what they do to the account. Each is sent, as its owner must hear of it, but one after another when
 * its mailbox has had many; the other mails are counted when they are asked for.
 */
export const isByAdmin = ({ mail }: Mail): boolean => mail === 'email_changed' || mail === 'recovery_code';

/** Sends a mail of mails.ts. */
export const sendMail = defineJob<Mail>('send_mail', overADay);
