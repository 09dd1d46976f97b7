import { AsyncLocalStorage } from 'node:async_hooks';
import type { ErrorCode } from '@lapau/contract/errors';
import { loginLink } from '@lapau/contract/links';
import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely';
import { isBeyondNow, readClock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';
import { cookieName, cookiePrefix, isSecure } from './cookies.ts';
import { newLinkToken } from './link-token.ts';
import { hashToken } from './token-hashing.ts';

/*
 * All that adapts Better Auth to this server. A process has one instance of it, on our tables; its user is our profile. Its functions are
 * called, its routes are not mounted: docs/server.md (Better Auth) says what it does, and what is ours.
 */

type AuthSite = { publicUrl: string; secret: string; emailVerification: boolean };

const daySeconds = 24 * 60 * 60;
const sessionDays = 30;
/** How long mailed links live, in seconds. */
export const linkLifeSeconds = { resetPassword: 60 * 60, verifyEmail: daySeconds };

export type MailedLink = keyof typeof linkLifeSeconds;

/** When a link that is made now expires, by this machine's clock, by which the library and the stored mails go. */
export const linkExpiry = (kind: MailedLink): Date => new Date(Date.now() + linkLifeSeconds[kind] * 1_000);

/** `reset-password` is the name by which the library itself looks for links to a new password. */
const linkNames = { resetPassword: 'reset-password', verifyEmail: 'verify-email' } satisfies Record<MailedLink, string>;
const linkIdentifier = (kind: MailedLink, token: string) => `${linkNames[kind]}:${token}`;

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;

/**
 * Makes the functions that call the library, each on a database or in a transaction. They throw an AppError with our code where the library
 * refuses, and the original error where a statement fails.
 */
export function createAuthLibrary(site: AuthSite) {
  let loading: ReturnType<typeof loadAuthLibrary> | undefined;
  const load = () =>
    (loading ??= loadAuthLibrary(site).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

  type Call<Result> = (
    given: Awaited<ReturnType<typeof load>> & { headers: { cookie: string }; aheadMs: number },
  ) => Promise<Result>;
  /** @param signedToken the session that the call is about, if it is about one: its cookie is in `headers` */
  const on = async <Result>(db: Db, call: Call<Result>, signedToken = ''): Promise<Result> => {
    const library = await load();
    const cookie = `${cookieName(site.publicUrl, 'session_token')}=${encodeURIComponent(signedToken)}`;
    const token = signedToken.slice(0, signedToken.lastIndexOf('.'));
    const aheadMs = (await readClock(db)).getTime() - Date.now();
    const scope: Scope = { db, aheadMs, token };
    try {
      const result = await scopes.run(scope, () => call({ ...library, headers: { cookie }, aheadMs }));
      if (scope.failure) throw scope.failure;
      return result;
    } catch (error) {
      const code = error instanceof library.APIError ? codes[error.body?.code ?? ''] : undefined;
      throw scope.failure ?? (code ? new AppError(code) : error);
    }
  };

  return {
    /**
     * Starts a session.
     * @param verifiedHash the stored hash that the given password has been verified against
     * @returns the headers that give the session to the device
     */
    signIn: (db: Db, email: string, verifiedHash: string, deviceName: string) =>
      on(db, async ({ api }) => {
        const given = { body: { email, password: verifiedHash }, headers: { 'user-agent': deviceName } };
        return (await api.signInEmail({ ...given, returnHeaders: true })).headers;
      }),

    /** Ends the session of a signed token. @returns the headers that take it from the device */
    signOut: (db: Db, signedToken: string | undefined) =>
      on(db, async ({ api, headers }) => (await api.signOut({ headers, returnHeaders: true })).headers, signedToken),

    /** Prolongs a session that was begun or prolonged more than a day ago. @returns null when it has ended */
    renewSession: (db: Db, signedToken: string | undefined) =>
      on(
        db,
        async ({ api, headers, aheadMs }) => {
          const renewed = await api.getSession({ headers, returnHeaders: true });
          const session = renewed.response?.session;
          return session
            ? { ...session, expiresAt: moved(session.expiresAt, aheadMs), headers: renewed.headers }
            : null;
        },
        signedToken,
      ),

    /** Makes a link for the owner of an account or of a sign-up. */
    openLink: (db: Db, kind: MailedLink, ownerId: string) =>
      on(db, async ({ internalAdapter }) => {
        const token = newLinkToken(kind);
        const expiresAt = linkExpiry(kind);
        const identifier = linkIdentifier(kind, token);
        await internalAdapter.createVerificationValue({ identifier, value: ownerId, expiresAt });
        return { link: loginLink(site.publicUrl, kind, token), expiresAt };
      }),

    /** Finds the owner of a link; undefined for a token that is not valid, or that a clock that was ahead has made (D110). */
    findLinkOwner: async (db: Db, kind: MailedLink, token: string): Promise<string | undefined> => {
      // The library also looks for the token as it came, and PostgreSQL takes no NUL.
      if (!/^[\w-]+$/.test(token)) return undefined;
      return on(db, async ({ internalAdapter }) => {
        const link = await internalAdapter.findVerificationValue(linkIdentifier(kind, token));
        if (!link || link.expiresAt < new Date() || isBeyondNow(link.expiresAt, linkExpiry(kind))) return undefined;
        return link.value;
      });
    },

    /** Sets a new password by the token of a link, which is used up. */
    resetPassword: (db: Db, token: string, passwordHash: string) =>
      on(db, ({ api }) => api.resetPassword({ body: { token, newPassword: passwordHash } })),
  };
}

const codes: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  EMAIL_NOT_VERIFIED: 'email_not_verified',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'invalid_token',
};

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/** Makes the instance. The library is imported at the first sign-in, as it takes 11 MB of memory. */
export async function loadAuthLibrary({ publicUrl, secret, emailVerification }: AuthSite) {
  const [{ betterAuth }, { APIError }, { bearer }] = await Promise.all([
    import('better-auth'),
    import('better-auth/api'),
    import('better-auth/plugins/bearer'),
  ]);
  const auth = betterAuth({
    baseURL: publicUrl,
    secret,
    database: { dialect: callersDialect, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    plugins: [bearer({ requireSignature: true })],
    // The library goes on after some errors that it logs; `on` throws them.
    logger: {
      level: 'error',
      log: (_level, _message, ...more) => noteFailure(more.find((part) => part instanceof Error)),
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
      fields: { userId: 'user_id', accountId: 'account_id', providerId: 'provider_id', ...timestamps },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...timestamps },
      storeIdentifier: 'hashed',
      // The library would delete all expired verifications when it looks for one; they are deleted like other rows, by a trusted clock.
      disableCleanup: true,
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: emailVerification,
      // Hashes stand for passwords here: those are hashed and verified before, as it takes too long for an open transaction.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      password: { hash: async (hash) => hash, verify: async ({ hash, password }) => hash === password },
    },
    // The only place that tells the token of a new session, which runForCaller has to know.
    databaseHooks: {
      session: {
        create: {
          before: async ({ token }) => {
            scopeOfCall().token = token;
          },
        },
      },
    },
  });
  const { internalAdapter } = await auth.$context;
  return { api: auth.api, internalAdapter, APIError };
}

/** What a call of the library works on. */
type Scope = {
  db: Db;
  /** How far the database's clock is ahead of this machine's. */
  aheadMs: number;
  /** The token of the call's session. */
  token: string;
  /** The first error of a statement, or that the library has logged. */
  failure?: Error | undefined;
};

const scopes = new AsyncLocalStorage<Scope>();

function scopeOfCall(): Scope {
  const scope = scopes.getStore();
  if (!scope) throw new Error('the auth library was called without a database');
  return scope;
}

function noteFailure(error: unknown): void {
  if (error instanceof Error) scopeOfCall().failure ??= error;
}

const moved = (time: Date, byMs: number) => new Date(time.getTime() + byMs);

/**
 * Runs the library's statements on the caller's transaction. Session tokens go to the database as hashes, and times as its clock shows
 * them: the library has no option for any of this.
 */
async function runForCaller<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
  const scope = scopeOfCall();
  const { db, aheadMs, token } = scope;
  const hash = token && hashToken(token);
  const stored = (value: unknown) => (value instanceof Date ? moved(value, aheadMs) : value === token ? hash : value);
  const read = (value: unknown) => (value instanceof Date ? moved(value, -aheadMs) : value === hash ? token : value);
  try {
    const parameters = query.parameters.map(stored);
    const result = await db.executeQuery<Record<string, unknown>>({ ...query, parameters });
    const rows = result.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, read(value)])),
    );
    return { ...result, rows: rows as Row[] };
  } catch (error) {
    noteFailure(error);
    throw error;
  }
}

class CallersDriver extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return { ...(await super.acquireConnection()), executeQuery: runForCaller };
  }
}

const callersDialect: Dialect = {
  createDriver: () => new CallersDriver(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
