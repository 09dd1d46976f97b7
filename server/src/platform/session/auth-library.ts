import type { ErrorCode } from '@lapau/contract/errors';
import type { Role } from '@lapau/contract/profile';
import { AppError } from '../app-error.ts';
import type { Db } from '../database.ts';
import { cookieName, cookiePrefix, isSecure } from './cookies.ts';
import { hashedSessionTokens } from './token-hashing.ts';

export type AuthSite = { publicUrl: string; secret: string };

/** What one use of the library is to do differently. Passwords are hashed and verified before, never inside a transaction. */
export type AuthUse = {
  /** Of the new password. */
  passwordHash?: string;
  /** The stored hash that the given password has been verified against. */
  verifiedHash?: string;
  /** Sign-up does not start a session: the e-mail is verified first. */
  verifiesEmail?: boolean;
  /** What the person will recognise the session's device by (device-name.ts). */
  deviceName?: string;
  /** Columns of the new account that no input may set (D8). */
  newAccount?: { id?: string; role?: Role; emailVerified?: boolean };
  sendResetToken?: (token: string) => void;
  onPasswordReset?: () => Promise<void>;
};

const day = 24 * 60 * 60;
const sessionDays = 30;
/** How long mailed links live, in seconds. */
export const linkLife = { resetPassword: 60 * 60, verifyEmail: day };

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;
const text = { type: 'string', required: false } as const;

/** Loaded with the first sign-in: 11 MB that a server which only answers people who are signed in does without. */
const load = () =>
  Promise.all([import('better-auth'), import('better-auth/api'), import('better-auth/plugins/bearer')]);

/**
 * Better Auth on our tables, for one use: on a transaction all it does is part of it. Its user is our profile. It has no
 * say in who may do what: routes, limits, cross-site checks and reading sessions are the gate's (D50, D51).
 */
export async function authLibrary({ publicUrl, secret }: AuthSite, db: Db, use: AuthUse = {}) {
  const [{ betterAuth }, { APIError }, { bearer }] = await load();
  let cause: Error | undefined;
  const auth = betterAuth({
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    database: { db, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    plugins: [bearer({ requireSignature: true }), hashedSessionTokens],
    // it says nothing itself; what it would hide behind a code of its own is thrown to our error handler
    logger: {
      level: 'error',
      log: (_level, _message, ...more) => (cause ??= more.find((part) => part instanceof Error)),
    },
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      // the library's own prefix for https is the weaker `__Secure-`
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(publicUrl) },
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
      // ids are made by PostgreSQL or given: 'uuid' would refuse those of version 7
      database: { generateId: false, validateSchema: false },
    },
    user: {
      modelName: 'profiles',
      fields: { name: 'full_name', image: 'avatar_url', emailVerified: 'email_verified', ...timestamps },
      additionalFields: { address: text, nagari: text, kecamatan: text, phone: text, role: { ...text, input: false } },
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
      expiresIn: sessionDays * day,
      updateAge: day,
      cookieCache: { enabled: false },
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
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 1,
      requireEmailVerification: use.verifiesEmail ?? false,
      resetPasswordTokenExpiresIn: linkLife.resetPassword,
      password: {
        hash: async () => required(use.passwordHash),
        verify: async ({ hash }) => hash === use.verifiedHash,
      },
      sendResetPassword: async ({ token }) => use.sendResetToken?.(token),
      onPasswordReset: async () => use.onPasswordReset?.(),
    },
    databaseHooks: {
      user: { create: { before: async (user) => ({ data: { ...user, ...use.newAccount } }) } },
      session: { create: { before: async (session) => ({ data: { ...session, userAgent: use.deviceName ?? '' } }) } },
    },
  });

  return {
    api: auth.api,
    /** The headers that show the library a signed token, as the session reader found it on a request. */
    withSession: (signedToken: string | undefined) =>
      new Headers(
        signedToken === undefined
          ? {}
          : { cookie: `${cookieName(publicUrl, 'session_token')}=${encodeURIComponent(signedToken)}` },
      ),
    context: auth.$context,
    /**
     * Waits for an answer of the library.
     * @throws AppError with our code for its refusals; what was behind a breakdown otherwise
     */
    ask: async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      try {
        const answered = await answer;
        if (cause) throw cause;
        return answered;
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
  if (value === undefined) throw new Error('this use of the auth library was not given what it needs');
  return value;
}
