import type { SuspensionNotice } from '@lapau/contract/appeals';
import type { SignIn, WaitsForLink } from '@lapau/contract/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { addressGroupOf } from '../../platform/http/address.ts';
import type { MailCause } from '../../platform/limits/request-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { deviceName } from '../../platform/session/device-name.ts';
import { sendNewSession } from '../../platform/session/send-session.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { createAuthenticate } from './rules-authenticate.ts';
import { sendMail } from './rules-mails.ts';
import { needsConfirmation } from './rules-sign-in.ts';
import { waitingText } from './rules-waiting.ts';
import { signIn } from './rules.ts';

/** Makes the notice that a suspended person reads who has given the right password. */
type NoticeOfSuspension = (
  tx: Tx,
  userId: string,
  suspension: 'account_suspended' | 'warung_suspended',
) => Promise<SuspensionNotice>;

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>;

/** Makes the functions by which all routes sign in who gives a password: they share their limits and turns. */
export function createPasswordSignIn(
  platform: Platform,
  { noticeOfSuspension }: { noticeOfSuspension: NoticeOfSuspension },
) {
  const { config, limits, transaction, jobs, devices } = platform;
  const db = platform.database.db;

  /** The request's device if the account signed in or up on it before. Its own limits cannot be used up by strangers. */
  const ownDevice = ({ headers }: FastifyRequest, accountId: string | undefined) => {
    const device = devices.read(headers);
    return accountId !== undefined && device?.hasSignedIn(accountId) ? device : undefined;
  };

  /**
   * False when a mailbox gets no more mails from this requester; the response must not reveal it. Strangers who have
   * many mails sent do not use up the owner's mails.
   * @param cause 'code' when the password of the account was given too; it does not matter on a device that has signed in before
   */
  const mayMail = (request: FastifyRequest, email: string, accountId?: string, cause: MailCause = 'anybody') => {
    const device = ownDevice(request, accountId);
    return device
      ? limits.mailsByMailbox(email, device.id, 'known')
      : limits.mailsByMailbox(email, addressGroupOf(request), cause);
  };

  const { authenticate, confirmByMail } = createAuthenticate(platform, {
    ownDevice,
    mayMailCode: (request, email) => mayMail(request, email, undefined, 'code'),
  });

  /** Tells a suspended person, whose password was right, the reason and lets them appeal; throws any other error on. */
  const refuseSuspended = async (error: unknown, userId: string): Promise<never> => {
    if (!(error instanceof AppError) || (error.code !== 'account_suspended' && error.code !== 'warung_suspended'))
      throw error;
    const { code } = error;
    const current = await transaction((tx) => noticeOfSuspension(tx, userId, code));
    throw new AppError(code, undefined, { current });
  };

  /**
   * Signs in by e-mail and password, and sends the cookies of the session with the answer.
   * @throws AppError why this person may not sign in, or what is needed besides
   */
  const signInByPassword = async (input: SignIn, http: { request: FastifyRequest; reply: FastifyReply }) => {
    const { request, reply } = http;
    const { email } = input;
    const { credential, device, useCode } = (await authenticate(input, request, reply)) ?? {};
    if (!credential) throw new AppError('invalid_credentials');
    const { id, is_pending: isPending, email_verified: isVerified, mail_refused_at: refusedAt } = credential;
    if (isPending || (config.emailVerification && !isVerified)) {
      // the password of a sign-up that is pending proves nothing: anybody can send many
      if (await mayMail(request, email, isPending ? undefined : id, isPending ? 'anybody' : 'code'))
        await jobs.enqueueNow(sendMail, { mail: 'confirm_sign_up', to: email, accountId: id });
      const current: WaitsForLink = { waiting: waitingText(platform, id) };
      throw new AppError(refusedAt ? 'email_takes_no_mail' : 'email_not_verified', undefined, { current });
    }
    if (!device && !useCode && (await needsConfirmation(db, platform, email)))
      return confirmByMail(credential, email, request);
    const started = await transaction(async (tx) => {
      if (useCode) await useCode(tx);
      return signIn(tx, platform, credential, deviceOf(request));
    }).catch((error: unknown) => refuseSuspended(error, id));
    sendNewSession(platform, started, http);
  };

  return { ownDevice, mayMail, authenticate, refuseSuspended, signInByPassword };
}

/** The name under which the request's device is listed. */
export const deviceOf = ({ headers }: FastifyRequest): string => deviceName(headers['user-agent']);
