import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { addressGroupOf } from '../../platform/http/address.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import { hashPassword } from '../../platform/passwords/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { deviceName } from '../../platform/session/device-name.ts';
import { sendNewSession } from '../../platform/session/send-session.ts';
import { findSessions } from '../../platform/session/stored-sessions.ts';
import { findKnownNagari, findShownAdmins } from './queries-people.ts';
import { findCredential } from './queries.ts';
import { checkFirstAdminToken, createFirstAdmin } from './rules-first-admin.ts';
import { ownerOfRecoveryCode, resetPasswordByCode } from './rules-recovery-code.ts';
import { signUpState } from './rules-waiting.ts';
import { changePassword, endOtherSessions, endSession, verifyOwnPassword } from './rules.ts';

const minuteMs = 60_000;
const optionsCacheMs = 5 * minuteMs;

type AuthCalls =
  | 'get_sign_up_options'
  | 'get_link_account'
  | 'get_sign_up_state'
  | 'create_first_admin'
  | 'change_password'
  | 'reset_password_with_code'
  | 'list_sessions'
  | 'end_session'
  | 'end_other_sessions';

export const authCalls = (platform: Platform): Handlers<AuthCalls> => {
  let cached = { expiresAt: -Infinity, nagari: [] as string[], admins: [] as string[] };
  return {
    get_sign_up_options: async () => {
      // The answer is cached, as the call is public and its queries are expensive.
      if (cached.expiresAt < performance.now()) {
        const { db } = platform.database;
        const [nagari, admins] = await Promise.all([findKnownNagari(db), findShownAdmins(db)]);
        cached = { expiresAt: performance.now() + optionsCacheMs, nagari, admins };
      }
      const mail = platform.mailer.delivers();
      return {
        email_verification: platform.config.emailVerification,
        nagari: cached.nagari,
        mail,
        admins: mail === 'on' ? [] : cached.admins,
      };
    },
    get_link_account: async ({ input: { link, token }, http }) => {
      const { auth, database, limits } = platform;
      const id = await auth.findLinkOwner(database.db, link, token);
      const credential = id === undefined ? undefined : await findCredential(database.db, id);
      if (!credential) await limits.authTriesByAddress.take(addressGroupOf(http.request));
      return { email: credential?.email ?? null };
    },
    get_sign_up_state: async ({ input }) => ({
      state: await signUpState(platform.database.db, platform, input.waiting),
    }),
    create_first_admin: async ({ input, http }) => {
      await checkFirstAdminToken(platform.database.db, input.token);
      const hash = await hashPassword(input.password, { lane: 'owners', account: 'the first admin' });
      sendNewSession(
        platform,
        await platform.transaction((tx) => createFirstAdmin(tx, platform, input, hash, deviceOf(http.request))),
        http,
      );
      return { created: true };
    },
    change_password: async ({ input, actor }) => {
      const verifiedHash = await verifyOwnPassword(platform.database.db, actor.id, input.old_password);
      const newHash = await hashPassword(input.new_password, { lane: 'owners', account: actor.id });
      await platform.transaction((tx) => changePassword(tx, actor, verifiedHash, newHash));
      return { changed: true };
    },
    reset_password_with_code: async ({ input: { code, new_password }, http }) => {
      const { database, transaction, devices, limits } = platform;
      const userId = await ownerOfRecoveryCode(database.db, code);
      if (userId === undefined) {
        // only wrong codes count, so that a neighbour at the same address can still use the right one
        await limits.wrongRecoveryCodesByAddress.take(addressGroupOf(http.request));
        await limits.triesByRecoveryCode.take(code);
        throw new AppError('invalid_recovery_code');
      }
      await limits.triesByRecoveryCode.take(code);
      const hash = await hashPassword(new_password, { lane: 'owners', account: userId });
      await transaction((tx) => resetPasswordByCode(tx, userId, code, hash));
      // The admin vouches for the person at this device: a sign-in on it needs no mailed code.
      http.reply.header('set-cookie', devices.remember(http.request.headers, userId));
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
      await platform.transaction((tx) => endOtherSessions(tx, actor, 'ended_elsewhere'));
      return { ended: true };
    },
  };
};

const deviceOf = ({ headers }: FastifyRequest): string => deviceName(headers['user-agent']);
