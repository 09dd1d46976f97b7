import type { ErrorCode } from '@lapau/contract/errors';
import type { Role } from '@lapau/contract/roles';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';
import { cookieName, cookiePrefix, isSecure } from './cookies.ts';
import { onThisMachinesClock } from './library-clock.ts';
import { hashedSessionTokens } from './token-hashing.ts';

type AuthSite = { publicUrl: string; secret: string };

/** Options of one call. Passwords are hashed and verified before it, as that is too slow for an open transaction. */
type AuthOptions = {
  passwordHash?: string;
  /** The stored hash that the given password has been verified against. */
  verifiedHash?: string;
  /** Whether sign-in is refused while the account's e-mail is not verified. */
  requireVerifiedEmail?: boolean;
  /** Name of the session's device, as device-name.ts makes it. */
  deviceName?: string;
  /** Columns of a new account that its form must not set. */
  newAccount?: { sign_up_key?: string; role?: Role; emailVerified?: boolean };
  sendResetToken?: (token: string) => void;
  onPasswordReset?: () => Promise<void>;
};

const daySeconds = 24 * 60 * 60;
const sessionDays = 30;
/** How long mailed links live, in seconds. */
export const linkLifeSeconds = { resetPassword: 60 * 60, verifyEmail: daySeconds };

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;
const text = { type: 'string', required: false } as const;

/** Imports the library at the first sign-in, as it takes 11 MB of memory. */
const load = () =>
  Promise.all([import('better-auth'), import('better-auth/api'), import('better-auth/plugins/bearer')]);

/**
 * A Better Auth instance on our tables; its user is our profile. It is called by its functions, not mounted: routes, permissions, rate
 * limits, cross-site checks and reading sessions are the gate's task (docs/server.md, Sessions).
 * @param db with a transaction everything that the instance does is part of it
 */
export async function authLibrary({ publicUrl, secret }: AuthSite, db: Db, options: AuthOptions = {}) {
  const [{ betterAuth }, { APIError }, { bearer }] = await load();
  const moved = await onThisMachinesClock(db);
  let cause: Error | undefined;
  const auth = betterAuth({
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    database: { db: moved.db, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    plugins: [bearer({ requireSignature: true }), hashedSessionTokens],
    // The library logs nothing: the error behind its own code is stored, and translateErrors throws it.
    logger: {
      level: 'error',
      log: (_level, _message, ...more) => (cause ??= more.find((part) => part instanceof Error)),
    },
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      // The library's own prefix for https would be `__Secure-`, which is weaker.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(publicUrl) },
      ipAddress: { disableIpTracking: true },
      // Ids come from PostgreSQL.
      database: { generateId: false, validateSchema: false },
    },
    user: {
      modelName: 'profiles',
      fields: { name: 'full_name', image: 'avatar_url', emailVerified: 'email_verified', ...timestamps },
      additionalFields: {
        address: text,
        nagari: text,
        kecamatan: text,
        phone: text,
        role: { ...text, input: false },
        sign_up_key: { ...text, input: false },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        token: 'token_hash',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'device_name',
        ...timestamps,
      },
      expiresIn: sessionDays * daySeconds,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timestamps,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...timestamps },
      storeIdentifier: 'hashed',
      // The library would delete all expired verifications whenever it looks for one; they are deleted like other rows, by a
      // trusted clock.
      disableCleanup: true,
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 1,
      requireEmailVerification: options.requireVerifiedEmail ?? false,
      resetPasswordTokenExpiresIn: linkLifeSeconds.resetPassword,
      password: {
        hash: async () => required(options.passwordHash),
        verify: async ({ hash }) => hash === options.verifiedHash,
      },
      sendResetPassword: async ({ token }) => options.sendResetToken?.(token),
      onPasswordReset: async () => options.onPasswordReset?.(),
    },
    databaseHooks: {
      user: { create: { before: async (user) => ({ data: { ...user, ...options.newAccount } }) } },
      session: {
        create: { before: async (session) => ({ data: { ...session, userAgent: options.deviceName ?? '' } }) },
      },
    },
  });

  return {
    api: auth.api,
    /** Makes request headers with the session cookie for a signed token, or without any. */
    sessionHeaders: (signedToken: string | undefined) =>
      new Headers(
        signedToken === undefined
          ? {}
          : { cookie: `${cookieName(publicUrl, 'session_token')}=${encodeURIComponent(signedToken)}` },
      ),
    context: auth.$context,
    /** Converts a time that the library gave to the database's clock. */
    toStored: moved.toStored,
    /**
     * Waits for a call to `api`.
     * @throws AppError with our code where the library refuses; the original error where it fails
     */
    translateErrors: async <Result>(call: Promise<Result>): Promise<Result> => {
      try {
        const result = await call;
        if (cause) throw cause;
        return result;
      } catch (error) {
        if (!(error instanceof APIError)) throw error;
        const code = codes[error.body?.code ?? ''];
        if (code) throw new AppError(code);
        throw cause ?? error;
      }
    },
  };
}

const codes: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  EMAIL_NOT_VERIFIED: 'email_not_verified',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  INVALID_TOKEN: 'invalid_token',
  TOKEN_EXPIRED: 'invalid_token',
  USER_NOT_FOUND: 'invalid_token',
};

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the auth library was called without a password hash');
  return value;
}
