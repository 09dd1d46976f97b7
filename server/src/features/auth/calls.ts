import { authRoutes } from '@lapau/contract/auth';
import type { AuthPath, AuthRoutes, SignUp } from '@lapau/contract/auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { addressOf } from '../../platform/http/address.ts';
import { createBucket, takeFrom } from '../../platform/http/bucket.ts';
import { enforceLimit, fieldErrors } from '../../platform/http/gate.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { authLibrary } from '../../platform/session/auth-library.ts';
import { createBackOff } from '../../platform/session/back-off.ts';
import { deviceName } from '../../platform/session/device-name.ts';
import { findCredential, findKnownNagari, findSessions } from './queries.ts';
import type { Credential } from './queries.ts';
import { checkFirstAdminToken, createFirstAdmin } from './rules-first-admin.ts';
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

const minute = 60_000;
const knownNagariFor = 5 * minute;

type AuthCalls =
  | 'get_sign_up_options'
  | 'create_first_admin'
  | 'change_password'
  | 'list_sessions'
  | 'end_session'
  | 'end_other_sessions';

export const authCalls = (platform: Platform): Handlers<AuthCalls> => {
  let known = { until: 0, nagari: [] as string[] };
  return {
    get_sign_up_options: async () => {
      // open to everybody, and no small question
      if (known.until < Date.now()) {
        known = { until: Date.now() + knownNagariFor, nagari: await findKnownNagari(platform.database.db) };
      }
      return { email_verification: platform.config.emailVerification, nagari: known.nagari };
    },
    create_first_admin: async ({ input, http }) => {
      await checkFirstAdminToken(platform.database.db, input.token);
      const hash = await hashPassword(input.password, addressOf(http.request));
      passOnStart(
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
  const tries = limit(signInsPerAccountAndAddress, minute, accountAndAddress);
  const triesOfAddress = limit(signInsPerAddress, minute, addressOf);
  const mailsAsked = limit(mailsPerAccount, minute, accountAndAddress);
  const signUps = createBucket({
    burst: config.rateLimits.signUpsPerAddressAtOnce,
    perMinute: config.rateLimits.signUpsPerAddress,
  });
  const triesOfDevice = limit(
    signInsPerAccountAndAddress,
    minute,
    (request) => `${accountOf(request)} ${devices.read(request.headers)?.id}`,
  );
  const backOff = createBackOff();
  const mailbox = limit(4 * mailsPerAccount, 60 * minute, accountOf);

  const mount = <Path extends AuthPath>(path: Path, handler: Handler<Path>) => {
    const { method, access, writes, input } = authRoutes[path];
    // signing in has limits of its own, which a neighbour behind the same address cannot use up
    const limitsItself = path === '/auth/sign-in/email';
    const onRequest = gate.guard({ access, writes, suspendedIsGuest: path !== '/auth/get-session', limitsItself });
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

  /** False when a mailbox has had enough for now, whoever asked; the answer does not tell. */
  const mayMail = async (request: FastifyRequest): Promise<boolean> => {
    const checked = await mailbox(request);
    return checked.isAllowed || !checked.isExceeded;
  };

  mount('/auth/sign-up/email', async (input, request, reply) => {
    await enforceLimit(triesOfAddress, request, reply);
    await refuseOutsideArea(db, input.kecamatan);
    await refuseReservedName(db, input.name, 'name');
    takeFrom(signUps, addressOf(request), reply);
    if (config.emailVerification) await enforceLimit(mailsAsked, request, reply);
    const hash = await hashPassword(input.password, addressOf(request));
    if (!config.emailVerification) {
      const started =
        (await transaction((tx) => signUp(tx, platform, input, hash, deviceOf(request)))) ??
        (await signInAgain(input, request, reply));
      passOnStart(platform, started, { request, reply });
      return { signed_in: true };
    }
    // without a mail an earlier sign-up, and its link, stays
    if (await mayMail(request)) await transaction((tx) => requestSignUp(tx, input, hash));
    return { signed_in: false };
  });

  /**
   * Whether this is the account's password. Strangers' attempts, at this account or from this address, do not delay a device
   * on which its owner has signed in before (D64).
   */
  const tryPassword = async (
    { email, password }: { email: string; password: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Credential | undefined> => {
    const device = devices.read(request.headers);
    if (!device) await enforceLimit(triesOfAddress, request, reply);
    const credential = await findCredential(db, email);
    const verify = (key: string) => verifyPassword(credential?.password, password, key);
    if (credential && device?.hasSignedIn(credential.id)) {
      await enforceLimit(triesOfDevice, request, reply);
      return (await verify(credential.id)) ? credential : undefined;
    }
    if (device) await enforceLimit(triesOfAddress, request, reply);
    await enforceLimit(tries, request, reply);
    const address = addressOf(request);
    return (await backOff(email, address, () => verify(address))) ? credential : undefined;
  };

  /**
   * Signs in the owner of an account whose sign-up is sent again because its answer was lost (D59). Ids are public: the
   * password is asked, within the limits of signing in.
   */
  const signInAgain = async (input: SignUp, request: FastifyRequest, reply: FastifyReply): Promise<StartedSession> => {
    const { id, email, password } = input;
    const credential = await tryPassword({ email, password }, request, reply);
    if (!credential || credential.id !== id) throw new AppError('email_taken');
    return transaction((tx) => signIn(tx, platform, credential, { email, password }, deviceOf(request)));
  };

  mount('/auth/sign-in/email', async (input, request, reply) => {
    const credential = await tryPassword(input, request, reply);
    if (!credential) {
      platform.log.warn({ code: 'invalid_credentials' }, 'a sign-in was refused');
      throw new AppError('invalid_credentials');
    }
    const { id, is_pending: isPending, email_verified: isVerified } = credential;
    if ((isPending || (config.emailVerification && !isVerified)) && (await mayMail(request))) {
      await jobs.enqueueNow('send_mail', { mail: 'confirm_sign_up', to: input.email, accountId: id });
    }
    if (isPending) throw new AppError('email_not_verified');
    passOnStart(platform, await transaction((tx) => signIn(tx, platform, credential, input, deviceOf(request))), {
      request,
      reply,
    });
    return { signed_in: true };
  });

  mount('/auth/sign-out', async (_input, request, reply) => {
    const signedToken = sessions.credentialOf(request.headers);
    passOn(await transaction((tx) => signOut(tx, platform, request.member, signedToken)), reply);
    return { done: true };
  });

  mount('/auth/get-session', async (_input, request, reply) => {
    if (request.member === null) return null;
    const library = await authLibrary(platform, db);
    const headers = library.sessionHeaders(sessions.credentialOf(request.headers));
    const renewed = await library.translateErrors(library.api.getSession({ headers, returnHeaders: true }));
    if (!renewed.response) return null;
    passOn(renewed.headers, reply);
    const { id, userId, expiresAt } = renewed.response.session;
    return { id, user_id: userId, expires_at: expiresAt.toISOString() };
  });

  // what is asked is queued before anybody looks whether there is such an account: the same work for both (D3)
  mount('/auth/request-password-reset', async (input, request, reply) => {
    await enforceLimit(triesOfAddress, request, reply);
    await enforceLimit(mailsAsked, request, reply);
    if (await mayMail(request)) await jobs.enqueueNow('send_mail', { mail: 'reset_password', to: input.email });
    return { done: true };
  });

  mount('/auth/reset-password', async (input, request, reply) => {
    await enforceLimit(triesOfAddress, request, reply);
    const { internalAdapter } = await (await authLibrary(platform, db)).context;
    const open = await internalAdapter.findVerificationValue(`reset-password:${input.token}`);
    if (!open) throw new AppError('invalid_token');
    const hash = await hashPassword(input.newPassword, addressOf(request));
    await transaction((tx) => resetPassword(tx, platform, open.value, input, hash));
    return { done: true };
  });

  mount('/auth/verify-email', async ({ token }, request, reply) => {
    await enforceLimit(triesOfAddress, request, reply);
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

/** A session starts: its cookie and its token, and the device is remembered. */
function passOnStart(
  { devices }: Platform,
  { userId, headers }: StartedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  passOn(headers, reply);
  reply.header('set-cookie', devices.remember(request.headers, userId));
}

function passOn(headers: SessionHeaders, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  const token = headers.get('set-auth-token');
  if (token !== null) reply.header('set-auth-token', token);
}
