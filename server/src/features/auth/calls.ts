import { authRoutes } from '@lapau/contract/auth';
import type { AuthPath, AuthRoutes, SignUp } from '@lapau/contract/auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { addressOf } from '../../platform/http/address.ts';
import { enforceLimit, fieldErrors } from '../../platform/http/gate.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import { createTokenBucket, takeFrom } from '../../platform/http/token-bucket.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { authLibrary } from '../../platform/session/auth-library.ts';
import { createBackOff } from '../../platform/session/back-off.ts';
import { deviceName } from '../../platform/session/device-name.ts';
import { noticeOfSuspension } from '../appeals/rules.ts';
import { findCredential, findKnownNagari, findSessions } from './queries.ts';
import type { Credential } from './queries.ts';
import { checkFirstAdminToken, createFirstAdmin } from './rules-first-admin.ts';
import { ownerOfRecoveryCode, resetPasswordByCode } from './rules-recovery-code.ts';
import { refuseOutsideArea, refuseReservedName, requestSignUp, signUp, verifyEmail } from './rules-sign-up.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  resetPassword,
  signIn,
  signOut,
  verifyOwnPassword,
} from './rules.ts';
import type { SessionHeaders, StartedSession } from './rules.ts';

const minuteMs = 60_000;
const knownNagariCacheMs = 5 * minuteMs;

type AuthCalls =
  | 'get_sign_up_options'
  | 'create_first_admin'
  | 'change_password'
  | 'reset_password_with_code'
  | 'list_sessions'
  | 'end_session'
  | 'end_other_sessions';

export const authCalls = (platform: Platform): Handlers<AuthCalls> => {
  const { signInsPerAccountAndAddress, signInsPerAddress } = platform.config.rateLimits;
  const attemptsAtCode = createTokenBucket({
    burst: signInsPerAccountAndAddress,
    perMinute: signInsPerAccountAndAddress,
  });
  const codesFromAddress = createTokenBucket({ burst: signInsPerAddress, perMinute: signInsPerAddress });
  let cached = { expiresAt: 0, nagari: [] as string[] };
  return {
    get_sign_up_options: async () => {
      // cached: the call is public and its query is expensive
      if (cached.expiresAt < Date.now()) {
        cached = { expiresAt: Date.now() + knownNagariCacheMs, nagari: await findKnownNagari(platform.database.db) };
      }
      return { email_verification: platform.config.emailVerification, nagari: cached.nagari };
    },
    create_first_admin: async ({ input, http }) => {
      await checkFirstAdminToken(platform.database.db, input.token);
      const hash = await hashPassword(input.password, addressOf(http.request));
      sendNewSession(
        platform,
        await platform.transaction((tx) => createFirstAdmin(tx, platform, input, hash, deviceOf(http.request))),
        http,
      );
      return { created: true };
    },
    change_password: async ({ input, actor, http }) => {
      const address = addressOf(http.request);
      const verifiedHash = await verifyOwnPassword(platform.database.db, actor.id, input.old_password, address);
      const newHash = await hashPassword(input.new_password, address);
      await platform.transaction((tx) => changePassword(tx, actor, verifiedHash, newHash));
      return { changed: true };
    },
    reset_password_with_code: async ({ input: { code, new_password }, http }) => {
      const address = addressOf(http.request);
      takeFrom(codesFromAddress, address, http.reply);
      takeFrom(attemptsAtCode, code, http.reply);
      const userId = await ownerOfRecoveryCode(platform.database.db, code);
      const hash = await hashPassword(new_password, address);
      await platform.transaction((tx) => resetPasswordByCode(tx, userId, code, hash));
      return { reset: true };
    },
    list_sessions: async ({ actor }) =>
      (await findSessions(platform.database.db, actor.id)).map(({ id, device_name, last_seen_at }) => ({
        id,
        device: device_name || deviceName(undefined),
        last_seen_at: last_seen_at.toISOString(),
        is_current: id === actor.sessionId,
      })),
    end_session: async ({ input, actor }) => {
      await platform.transaction((tx) => endSession(tx, actor, input.session_id));
      return { ended: true };
    },
    end_other_sessions: async ({ actor }) => {
      await platform.transaction((tx) => endOtherSessions(tx, actor, 'signed_out'));
      return { ended: true };
    },
  };
};

type Handler<Path extends AuthPath> = (
  input: z.output<AuthRoutes[Path]['input']>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<z.input<AuthRoutes[Path]['output']>>;

/** Mounts the auth library's paths (contract/src/auth.ts), each behind the gate, limits and validation (D50, D51). */
export function mountAuth(app: FastifyInstance, gate: Gate, platform: Platform): void {
  const { config, transaction, jobs, sessions, devices } = platform;
  const db = platform.database.db;
  const limit = (max: number, timeWindow: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow, keyGenerator });
  const { signInsPerAccountAndAddress, signInsPerAddress, mailsPerAccount } = config.rateLimits;
  const attemptLimit = limit(signInsPerAccountAndAddress, minuteMs, accountAndAddress);
  const addressLimit = limit(signInsPerAddress, minuteMs, addressOf);
  const mailLimit = limit(mailsPerAccount, minuteMs, accountAndAddress);
  const signUpBucket = createTokenBucket({
    burst: config.rateLimits.signUpsPerAddressAtOnce,
    perMinute: config.rateLimits.signUpsPerAddress,
  });
  const deviceLimit = limit(
    signInsPerAccountAndAddress,
    minuteMs,
    (request) => `${accountOf(request)} ${devices.read(request.headers)?.id}`,
  );
  const backOff = createBackOff();
  const mailboxLimit = limit(4 * mailsPerAccount, 60 * minuteMs, accountOf);

  const mount = <Path extends AuthPath>(path: Path, handler: Handler<Path>) => {
    const { method, access, writes, input } = authRoutes[path];
    // signing in has its own limits, which other people behind the same address cannot use up
    const limitsItself = path === '/auth/sign-in/email';
    const onRequest = gate.guard({ access, writes, tellsSuspended: path === '/auth/get-session', limitsItself });
    app.route({
      method,
      url: path,
      onRequest,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const parsed = input.safeParse((method === 'GET' ? request.query : request.body) ?? {});
        if (!parsed.success) throw new AppError('invalid_input', fieldErrors(parsed.error.issues));
        const answer = await handler(parsed.data as Parameters<typeof handler>[0], request, reply);
        return reply.sent ? reply : reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    });
  };

  /** False when a mailbox has reached its limit of mails, from any address; the response must not reveal it. */
  const mayMail = async (request: FastifyRequest): Promise<boolean> => {
    const checked = await mailboxLimit(request);
    return checked.isAllowed || !checked.isExceeded;
  };

  mount('/auth/sign-up/email', async (input, request, reply) => {
    await enforceLimit(addressLimit, request, reply);
    await refuseOutsideArea(db, input.kecamatan);
    await refuseReservedName(db, input.name, 'name');
    takeFrom(signUpBucket, addressOf(request), reply);
    if (config.emailVerification) await enforceLimit(mailLimit, request, reply);
    const hash = await hashPassword(input.password, addressOf(request));
    if (!config.emailVerification) {
      const started =
        (await transaction((tx) => signUp(tx, platform, input, hash, deviceOf(request)))) ??
        (await signInAgain(input, request, reply));
      sendNewSession(platform, started, { request, reply });
      return { signed_in: true };
    }
    // stored only when its mail may be sent: otherwise an earlier sign-up stays valid, and its link too
    if (await mayMail(request)) await transaction((tx) => requestSignUp(tx, input, hash));
    return { signed_in: false };
  });

  /**
   * The account, if this is its password. Attempts by others, at this account or from this address, do not delay a device on
   * which its owner has signed in before (D64).
   */
  const authenticate = async (
    { email, password }: { email: string; password: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Credential | undefined> => {
    const device = devices.read(request.headers);
    if (!device) await enforceLimit(addressLimit, request, reply);
    const credential = await findCredential(db, email);
    const verify = (key: string) => verifyPassword(credential?.password, password, key);
    if (credential && device?.hasSignedIn(credential.id)) {
      await enforceLimit(deviceLimit, request, reply);
      return (await verify(credential.id)) ? credential : undefined;
    }
    if (device) await enforceLimit(addressLimit, request, reply);
    await enforceLimit(attemptLimit, request, reply);
    const address = addressOf(request);
    return (await backOff(email, address, () => verify(address))) ? credential : undefined;
  };

  /**
   * Signs in the owner of an account whose sign-up is repeated because its response was lost (D59). Ids are public, so
   * the password is verified, within the limits of signing in.
   */
  const signInAgain = async (input: SignUp, request: FastifyRequest, reply: FastifyReply): Promise<StartedSession> => {
    const { id, email, password } = input;
    const credential = await authenticate({ email, password }, request, reply);
    if (!credential || credential.id !== id) throw new AppError('email_taken');
    return transaction((tx) => signIn(tx, platform, credential, { email, password }, deviceOf(request)));
  };

  /** Tells a suspended person, whose password was right, the reason and lets them appeal (D76); throws any other error on. */
  const refuseSuspended = async (error: unknown, userId: string): Promise<never> => {
    if (!(error instanceof AppError) || (error.code !== 'account_suspended' && error.code !== 'warung_suspended'))
      throw error;
    const { code } = error;
    const current = await transaction((tx) => noticeOfSuspension(tx, userId, code));
    throw new AppError(code, undefined, { current });
  };

  mount('/auth/sign-in/email', async (input, request, reply) => {
    const credential = await authenticate(input, request, reply);
    if (!credential) {
      platform.log.warn({ code: 'invalid_credentials' }, 'a sign-in was refused');
      throw new AppError('invalid_credentials');
    }
    const { id, is_pending: isPending, email_verified: isVerified } = credential;
    if ((isPending || (config.emailVerification && !isVerified)) && (await mayMail(request))) {
      await jobs.enqueueNow('send_mail', { mail: 'confirm_sign_up', to: input.email, accountId: id });
    }
    if (isPending) throw new AppError('email_not_verified');
    const started = await transaction((tx) => signIn(tx, platform, credential, input, deviceOf(request))).catch(
      (error: unknown) => refuseSuspended(error, id),
    );
    sendNewSession(platform, started, { request, reply });
    return { signed_in: true };
  });

  mount('/auth/sign-out', async (_input, request, reply) => {
    const signedToken = sessions.credentialOf(request.headers);
    sendSessionHeaders(await transaction((tx) => signOut(tx, platform, request.member, signedToken)), reply);
    return { done: true };
  });

  mount('/auth/get-session', async (_input, request, reply) => {
    if (request.member === null) return null;
    const library = await authLibrary(platform, db);
    const headers = library.sessionHeaders(sessions.credentialOf(request.headers));
    const renewed = await library.translateErrors(library.api.getSession({ headers, returnHeaders: true }));
    if (!renewed.response) return null;
    sendSessionHeaders(renewed.headers, reply);
    const { id, userId, expiresAt } = renewed.response.session;
    return { id, user_id: userId, expires_at: expiresAt.toISOString() };
  });

  // the mail is queued without looking for an account: the same work whether or not there is one (D3)
  mount('/auth/request-password-reset', async (input, request, reply) => {
    await enforceLimit(addressLimit, request, reply);
    await enforceLimit(mailLimit, request, reply);
    if (await mayMail(request)) await jobs.enqueueNow('send_mail', { mail: 'reset_password', to: input.email });
    return { done: true };
  });

  mount('/auth/reset-password', async (input, request, reply) => {
    await enforceLimit(addressLimit, request, reply);
    const { internalAdapter } = await (await authLibrary(platform, db)).context;
    const open = await internalAdapter.findVerificationValue(`reset-password:${input.token}`);
    if (!open) throw new AppError('invalid_token');
    const hash = await hashPassword(input.newPassword, addressOf(request));
    await transaction((tx) => resetPassword(tx, platform, open.value, input, hash));
    return { done: true };
  });

  mount('/auth/verify-email', async ({ token }, request, reply) => {
    await enforceLimit(addressLimit, request, reply);
    await transaction((tx) => verifyEmail(tx, platform, token));
    return { done: true };
  });
}

const deviceOf = ({ headers }: FastifyRequest): string => deviceName(headers['user-agent']);

const accountOf = (request: FastifyRequest): string => {
  const { body } = request;
  return typeof body === 'object' && body !== null && 'email' in body ? String(body.email).trim().toLowerCase() : '';
};
const accountAndAddress = (request: FastifyRequest) => `${accountOf(request)} ${addressOf(request)}`;

/** Sends a new session's cookie and token, and the cookie that remembers the device. */
function sendNewSession(
  { devices }: Platform,
  { userId, headers }: StartedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  sendSessionHeaders(headers, reply);
  reply.header('set-cookie', devices.remember(request.headers, userId));
}

function sendSessionHeaders(headers: SessionHeaders, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  const token = headers.get('set-auth-token');
  if (token !== null) reply.header('set-auth-token', token);
}
