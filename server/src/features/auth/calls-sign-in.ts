import { randomUUID } from 'node:crypto';
import { authRoutes, signUpFromLink } from '@lapau/contract/auth';
import type { AuthPath, AuthRoutes, SignUp } from '@lapau/contract/auth';
import { accountHeader, sessionHeader } from '@lapau/contract/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import { addressGroupOf } from '../../platform/http/address.ts';
import { fieldErrors } from '../../platform/http/gate.ts';
import type { Gate } from '../../platform/http/gate.ts';
import { createPacedTurns } from '../../platform/passwords/paced-turns.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MailedLink } from '../../platform/session/auth-library.ts';
import { sendNewSession, sendSessionHeaders } from '../../platform/session/send-session.ts';
import type { StartedSession } from '../../platform/session/send-session.ts';
import { findByEmail } from './queries-people.ts';
import { findCredential } from './queries.ts';
import type { Credential } from './queries.ts';
import { accountOf, strangerOf, untilClosed } from './rules-authenticate.ts';
import { sendMail } from './rules-mails.ts';
import { deviceOf } from './rules-password-sign-in.ts';
import type { PasswordSignIn } from './rules-password-sign-in.ts';
import { needsConfirmation, recordWrongPassword, wrongPasswordsAt } from './rules-sign-in.ts';
import { refuseOutsideArea, refuseMisleadingName, requestSignUp, signUp, verifyEmail } from './rules-sign-up.ts';
import { waitingText } from './rules-waiting.ts';
import { resetPassword, signIn, signOut } from './rules.ts';

/** How many wrong passwords the link of a sign-up takes within an hour. */
const triesAtLink = 10;

type Handler<Path extends AuthPath> = (
  input: z.output<AuthRoutes[Path]['input']>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<z.input<AuthRoutes[Path]['output']>>;

const isFromLink = ({ url }: FastifyRequest): boolean => url.endsWith(signUpFromLink);

/** Mounts the auth library's paths (contract/src/auth.ts), each behind the gate, limits and validation. */
export function mountAuth(
  app: FastifyInstance,
  gate: Gate,
  platform: Platform,
  {
    ownDevice,
    mayMail,
    authenticate,
    refuseSuspended,
    signInByPassword,
    countSignUp,
  }: PasswordSignIn & {
    /** Counts somebody whom a link has led here. */
    countSignUp: () => void;
  },
): void {
  const { auth, config, limits, transaction, jobs, sessions, devices } = platform;
  const db = platform.database.db;
  const signUpTurns = createPacedTurns(limits.signUpsByAddress);
  const resetTurns = createPacedTurns(limits.resetsByAddress);
  app.addHook('preClose', async () => [signUpTurns, resetTurns].forEach(({ end }) => end()));

  const mount = <Path extends AuthPath>(path: Path, handler: Handler<Path>) => {
    const { method, access, writes, input } = authRoutes[path];
    // These two paths have their own limits, which other people behind the same address cannot use up.
    const limitsItself = path === '/auth/sign-in/email' || path === '/auth/sign-up/email';
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

  /** Waits for the turn of a device among the devices at its address, which many people may share. */
  const turnOf = ({ wait }: typeof signUpTurns, request: FastifyRequest, reply: FastifyReply) => {
    const { id: device = '', since = Date.now() } = devices.read(request.headers) ?? {};
    return wait(addressGroupOf(request), { device, since }, reply);
  };

  mount('/auth/sign-up/email', async (input, request, reply) => {
    await turnOf(signUpTurns, request, reply);
    await refuseOutsideArea(db, input.kecamatan);
    await refuseMisleadingName(db, input.name, 'name');
    const hash = await hashPassword(input.password, strangerOf('sign-ups', input.email, request), untilClosed(reply));
    if (!config.emailVerification) {
      const begun = await transaction((tx) => signUp(tx, platform, input, hash, deviceOf(request)));
      if (begun && isFromLink(request)) countSignUp();
      const started = begun ?? (await signInAgain(input, request, reply));
      sendNewSession(platform, started, { request, reply });
      return { signed_in: true };
    }
    // A sign-up is stored only if its mail may be sent, so that there are never more sign-ups than mails.
    const isStored = await mayMail(request, input.email);
    const stored = isStored ? await transaction((tx) => requestSignUp(tx, input, hash)) : undefined;
    if (stored && !stored.isRepeated && isFromLink(request)) countSignUp();
    const id = stored?.id ?? randomUUID();
    // with this cookie a later sign-in on the device finds its own sign-up among those with the same e-mail
    reply.header('set-cookie', devices.remember(request.headers, id));
    return { signed_in: false, waiting: waitingText(platform, id) };
  });

  /**
   * Signs in the owner of an account whose sign-up is repeated because its response was lost. Ids are public, so
   * the password is verified, within the limits of signing in.
   */
  const signInAgain = async (input: SignUp, request: FastifyRequest, reply: FastifyReply): Promise<StartedSession> => {
    const { email, password } = input;
    const { credential, device } = (await authenticate({ email, password }, request, reply, 'sign-ups')) ?? {};
    if (!credential) throw new AppError('email_taken');
    if (!device && (await needsConfirmation(db, platform, email))) throw new AppError('email_taken');
    return transaction((tx) => signIn(tx, platform, credential, deviceOf(request)));
  };

  mount('/auth/sign-in/email', async (input, request, reply) => {
    await signInByPassword(input, { request, reply });
    return { signed_in: true };
  });

  mount('/auth/sign-out', async (_input, request, reply) => {
    const { [sessionHeader]: left, [accountHeader]: account } = request.headers;
    if (left !== undefined || account !== undefined) {
      const session = await sessions.find(request.headers);
      // The session has ended, or somebody else has signed in here since: their session stays, and so does a cookie on its way.
      if (!session || (session.id !== left && session.userId !== account)) return { done: true };
    }
    const signedToken = sessions.credentialOf(request.headers);
    sendSessionHeaders(await transaction((tx) => signOut(tx, platform, request.member, signedToken)), reply);
    return { done: true };
  });

  mount('/auth/get-session', async (_input, request, reply) => {
    if (request.member === null) return null;
    const session = await auth.renewSession(db, sessions.credentialOf(request.headers));
    if (!session) return null;
    sendSessionHeaders(session.headers, reply);
    return { id: session.id, user_id: session.userId, expires_at: session.expiresAt.toISOString() };
  });

  // The mail is queued whether or not there is an account (D3); the account is looked up only for a device that may know it.
  mount('/auth/request-password-reset', async ({ email }, request, reply) => {
    const account = devices.read(request.headers) && (await findByEmail(db, email));
    const device = ownDevice(request, account?.id);
    if (device) await limits.signInsByDevice.take(`${accountOf(request)} ${device.id}`);
    else await turnOf(resetTurns, request, reply);
    if (await mayMail(request, email, account?.id))
      await jobs.enqueueNow(sendMail, { mail: 'reset_password', to: email });
    return { done: true };
  });

  /** Finds the account or sign-up of a mailed link. Only invalid links are counted by limits. */
  const openLink = async (kind: MailedLink, token: string, request: FastifyRequest) => {
    const found = await auth.findLinkOwner(db, kind, token);
    if (found !== undefined) return found;
    await limits.authTriesByAddress.take(addressGroupOf(request));
    throw new AppError('invalid_token');
  };

  mount('/auth/reset-password', async (input, request, reply) => {
    const userId = await openLink('resetPassword', input.token, request);
    const hash = await hashPassword(input.newPassword, { lane: 'owners', account: userId }, untilClosed(reply));
    await transaction((tx) => resetPassword(tx, platform, userId, input.token, hash));
    // whoever has the mailbox needs no mailed code to sign in here (D64)
    reply.header('set-cookie', devices.remember(request.headers, userId));
    return { done: true };
  });

  /** The sign-up or account of a mailed link, if the password is its own: strangers may have signed up with the e-mail, too. */
  const authenticateLink = async (id: string, password: string, reply: FastifyReply): Promise<Credential> => {
    const credential = await findCredential(db, id);
    if (!credential) throw new AppError('invalid_token');
    const tooMany = { password: 'Terlalu banyak kata sandi salah. Coba lagi satu jam lagi.' };
    if ((await wrongPasswordsAt(db, platform, { link: id })) >= triesAtLink)
      throw new AppError('rate_limited', tooMany);
    const isRight = await verifyPassword(
      credential.password,
      password,
      { lane: 'owners', account: id },
      untilClosed(reply),
    );
    if (isRight) return credential;
    const left = triesAtLink - (await recordWrongPassword(db, platform, { link: id }));
    throw left > 0
      ? new AppError('wrong_password', {
          password: `Kata sandi ini bukan yang dipakai waktu mendaftar. Sisa percobaan: ${left}.`,
        })
      : new AppError('rate_limited', tooMany);
  };

  mount('/auth/verify-email', async ({ token, password }, request, reply) => {
    const id = await openLink('verifyEmail', token, request);
    const credential = await authenticateLink(id, password, reply);
    await transaction((tx) => verifyEmail(tx, credential));
    // Somebody who is signed in here already stays signed in as they are.
    if (request.member) return { signed_in: false };
    const started = await transaction((tx) => signIn(tx, platform, credential, deviceOf(request))).catch(
      (error: unknown) => refuseSuspended(error, id),
    );
    sendNewSession(platform, started, { request, reply });
    return { signed_in: true };
  });
}
