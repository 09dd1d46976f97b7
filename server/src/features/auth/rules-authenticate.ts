import { randomUUID } from 'node:crypto';
import type { ConfirmationNeeded, ConfirmationReason, SignIn } from '@lapau/contract/auth';
import { tidyEmail } from '@lapau/contract/typed-text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readClock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { addressGroupOf, addressOf } from '../../platform/http/address.ts';
import { createTurns } from '../../platform/passwords/hashing-turns.ts';
import type { Requester, TurnOptions } from '../../platform/passwords/hashing-turns.ts';
import { verifyPassword } from '../../platform/passwords/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { atMost } from '../../platform/process/lru.ts';
import { backOffMs, createDelay } from '../../platform/session/back-off.ts';
import type { Device } from '../../platform/session/devices.ts';
import { findCredentials } from './queries.ts';
import type { Credential } from './queries.ts';
import { sendMail } from './rules-mails.ts';
import { accountInLog, checkSignInCode, recordWrongPassword, sendSignInCode, sharedCodeMs } from './rules-sign-in.ts';

/** How long a sign-in on a new device waits for its turn before it is asked for a code instead. */
const patienceMs = 10_000;
/** Limits of shared codes that wait to be mailed. All fit into the time, as each takes the database a few milliseconds. */
const waitingCodes = { maxWaiting: 4_000, waitMs: 15_000 };
const maxMailedLately = 20_000;

/** Finds the account that signs in. */
type Find = () => Promise<Credential | undefined>;

type Helpers = {
  /** The request's device, if the account signed in or up on it before. */
  ownDevice: (request: FastifyRequest, accountId: string | undefined) => Device | undefined;
  /** Whether the mailbox of this e-mail gets one more code because of this request. */
  mayMailCode: (request: FastifyRequest, email: string) => Promise<boolean>;
};

/** Makes the functions that check a password sent with an e-mail, and that ask for a code. */
export function createAuthenticate(platform: Platform, { ownDevice, mayMailCode }: Helpers) {
  const { config, limits, transaction, devices, jobs, log } = platform;
  const db = platform.database.db;
  const delay = createDelay();
  // A few codes are mailed at a time, as hundreds at once would take all connections to the database.
  const codes = createTurns({ concurrency: 4, ...waitingCodes });
  const mailedLately = new LRUCache<string, true>({ ...atMost(maxMailedLately), ttl: sharedCodeMs });

  const askForCode = (confirmation: string, because: ConfirmationReason, takesMail = true): never => {
    const by = config.smtpUrl !== undefined && takesMail ? 'mail' : 'admin';
    throw new AppError('confirmation_needed', undefined, {
      current: { confirmation, by, because } satisfies ConfirmationNeeded,
    });
  };

  /** Mails the code that all share who sign in to an account while too many do, if there is such an account. */
  const mailSharedCode = async (find: Find, email: string): Promise<void> => {
    const account = await find();
    if (!account || account.is_pending) return;
    const askedAt = (await readClock(db)).getTime();
    await jobs.enqueueNow(sendMail, { mail: 'confirm_in_crowd', to: email, askedAt });
  };

  /**
   * Asks for the shared code, which is mailed once an hour. It is mailed after the answer, or answers would take longer for accounts.
   * @throws AppError confirmation_needed
   */
  const confirmInCrowd = (find: Find, email: string, by: Requester): never => {
    if (!mailedLately.has(email)) {
      mailedLately.set(email, true);
      codes
        .run(by, () => mailSharedCode(find, email))
        .catch((err: unknown) => {
          mailedLately.delete(email);
          log.warn({ err }, 'the code of a sign-in could not be mailed');
        });
    }
    return askForCode(randomUUID(), 'crowd');
  };

  /**
   * Asks somebody who has given an account's password for a code too: for the shared one, if it was mailed lately and no more mails may
   * be sent there. Where mails are refused, an admin has to give a code; one is mailed all the same, as the mailbox may exist by now.
   * @throws AppError confirmation_needed, or rate_limited when there is no code
   */
  const confirmByMail = async (account: Credential, email: string, request: FastifyRequest): Promise<never> => {
    const takesMail = account.mail_refused_at === null;
    if (await mayMailCode(request, email))
      return askForCode(await transaction((tx) => sendSignInCode(tx, account.id, email)), 'guesses', takesMail);
    if (!mailedLately.has(email)) throw new AppError('rate_limited');
    return askForCode(randomUUID(), 'crowd', takesMail);
  };

  /**
   * Checks the code of a sign-in. @returns what uses the code up, or undefined without a code
   * @throws AppError invalid_confirmation_code; each wrong code counts as a try of the address
   */
  const readCode = async (userId: string | null, { code, confirmation }: SignIn, request: FastifyRequest) => {
    if (code === undefined) return undefined;
    try {
      return await checkSignInCode(db, platform, userId, { code, confirmation });
    } catch (error) {
      if (error instanceof AppError) await limits.authTriesByAddress.take(addressGroupOf(request));
      throw error;
    }
  };

  /** Whoever is asked again and again, and sends no code, waits like anybody else before they are asked once more. */
  const mayBeAsked = async (request: FastifyRequest): Promise<boolean> =>
    (await limits.codesInCrowdByAccountAndGroup.waitSeconds(accountAndAddress(request))) === 0 &&
    (await limits.codesInCrowdByGroup.waitSeconds(addressGroupOf(request))) === 0;

  /**
   * Answers the account if this is its password, when the request's turn comes. The account is looked up only then, so that requests that
   * wait need no connection to the database. A stranger whose turn is far away is asked for a code, which needs no turn, and comes back
   * with it as the owner of the mailbox (D96). That is the same whether or not there is such an account.
   */
  const verifyInTurn = async (
    find: Find,
    { email, password }: SignIn,
    by: Requester,
    { request, reply, mayAskForCode }: { request: FastifyRequest; reply: FastifyReply; mayAskForCode: boolean },
  ): Promise<Credential | undefined> => {
    const turn = untilClosed(reply);
    let found: Credential | undefined;
    const findHash = async () => {
      found = await find();
      return found?.password;
    };
    const verify = async (options: TurnOptions = turn) =>
      (await verifyPassword(findHash, password, by, options)) ? found : undefined;
    if (!mayAskForCode) return verify();
    const notReady = (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_ready') throw error;
      return 'not_ready' as const;
    };
    const credential = await verify({ ...turn, withinMs: patienceMs }).catch(notReady);
    if (credential !== 'not_ready') return credential;
    if (await mayBeAsked(request)) return confirmInCrowd(find, email, by);
    const later = await verify().catch(notReady);
    return later === 'not_ready' ? confirmInCrowd(find, email, by) : later;
  };

  /**
   * Answers the account if this is its password. Only wrong passwords are limited and wait for their answer: attempts by others at this
   * account or from this address do not delay the right one. A device that has signed in before has a limit of its own. Whoever has
   * such a device or a right code does not wait for strangers.
   */
  const authenticate = async (
    input: SignIn,
    request: FastifyRequest,
    reply: FastifyReply,
    lane: 'sign-ins' | 'sign-ups' = 'sign-ins',
  ) => {
    const { email } = input;
    const refuseFlood = () => limits.signInsByAddress.take(addressOf(request));
    if (!devices.read(request.headers)) await refuseFlood();
    const find = async () => {
      const credentials = await findCredentials(db, email);
      const [first] = credentials;
      return first?.is_pending ? (credentials.find(({ id }) => ownDevice(request, id)) ?? first) : first;
    };
    const mayBeProven = devices.read(request.headers) !== undefined || input.code !== undefined;
    const known = mayBeProven ? await find() : undefined;
    const device = ownDevice(request, known?.id);
    if (device) await limits.signInsByDevice.take(`${accountOf(request)} ${device.id}`);
    else if (devices.read(request.headers)) await refuseFlood();
    // Anybody may send a sign-up with this e-mail, so that its sender owns nothing yet.
    const account = known?.is_pending ? undefined : known;
    const useCode = device ? undefined : await readCode(account?.id ?? null, input, request);
    const isProven = device !== undefined || useCode !== undefined;
    const by: Requester =
      account && isProven ? { lane: 'owners', account: account.id } : strangerOf(lane, email, request);
    // Without a mail server an admin would have to read out a code to each stranger.
    const mayAskForCode = !isProven && lane === 'sign-ins' && config.smtpUrl !== undefined;
    const lookUp = known ? async () => known : find;
    const credential = await verifyInTurn(lookUp, input, by, { request, reply, mayAskForCode });
    if (credential) return { credential, device, useCode };

    const { ip: address } = request;
    platform.log.warn(
      { code: 'invalid_credentials', address, account: accountInLog(platform, email) },
      'a sign-in was refused',
    );
    const wrong = await recordWrongPassword(db, platform, { email });
    if (device) return undefined;
    await delay(backOffMs(wrong), reply);
    await limits.authTriesByAddress.take(addressGroupOf(request));
    await limits.wrongPasswordsByAccountAndAddress.take(accountAndAddress(request));
    return undefined;
  };

  return { authenticate, confirmByMail };
}

export const accountOf = (request: FastifyRequest): string => {
  const { body } = request;
  return typeof body === 'object' && body !== null && 'email' in body ? tidyEmail(String(body.email)) : '';
};
const accountAndAddress = (request: FastifyRequest) => `${accountOf(request)} ${addressGroupOf(request)}`;

export const strangerOf = (lane: 'sign-ins' | 'sign-ups', account: string, request: FastifyRequest): Requester => ({
  lane,
  account,
  group: addressGroupOf(request),
});

/** Makes a signal that ends the wait for a turn when the client has closed the connection. */
export const untilClosed = ({ raw }: FastifyReply): { signal: AbortSignal } => {
  const closed = new AbortController();
  if (raw.closed) closed.abort();
  raw.once('close', () => closed.abort());
  return { signal: closed.signal };
};
