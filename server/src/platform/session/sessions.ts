import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { measureCache } from '../metrics/metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { atMost } from '../process/lru.ts';
import type { Bus } from '../signals/bus.ts';
import type { Member } from './actor.ts';
import { cookieName, decoded, readCookie } from './cookies.ts';
import { refusalOf } from './standing.ts';
import type { Refusal, Standing } from './standing.ts';
import { hashToken } from './token-hashing.ts';

/** The person behind a request's credential; null without a valid session; the error code when suspended or deleted. */
export type SessionRead = Member | null | Refusal;

export type Sessions = {
  /** Reads the person behind a session cookie or a signed bearer token. Never throws for a bad credential. */
  read: (headers: IncomingHttpHeaders) => Promise<SessionRead>;
  /** Reads the session of a bare signed token, as a native app sends it on the socket. */
  readToken: (signedToken: string) => Promise<SessionRead>;
  /** Finds the session of a credential, also an ended one and one of a suspended person. */
  find: (headers: IncomingHttpHeaders) => Promise<{ id: string; userId: string } | undefined>;
  /** The signed token that `read` uses: the bearer token, else the session cookie. Its signature is not checked here. */
  credentialOf: (headers: IncomingHttpHeaders) => string | undefined;
};

/** Notes that a person was here; each process calls it once an hour for each person. */
export type AddVisit = (database: Database, userId: string) => Promise<unknown>;

const cacheMs = 30_000;
const maxCached = 20_000;
const visitIntervalMs = 60 * 60_000;

/** Whether the last use was noted more than five minutes ago, or by a clock that was ahead. */
const isUnseen = `last_seen_at not between now() - interval '5 minutes' and now()`;

/** The condition is repeated so that only one of several processes writes. */
const sessionSeen = `update sessions set last_seen_at = now() where id = $1 and ${isUnseen}`;

/** Compares times by the database's clock, as this machine's may differ or be set. */
const sessionByToken = `
  select s.id as session_id, s.revoked_at is not null or s.suspended_by <> '{}' as has_ended, s.${isUnseen} as is_unseen,
    extract(epoch from s.expires_at - now())::float8 * 1000 as left_ms, p.id, p.role, p.is_removed, p.is_suspended,
    coalesce(case when p.role in ('penjual', 'admin') then w.name end, p.full_name) as name, w.id is not null as has_warung, coalesce(w.is_suspended, false) as warung_suspended
  from sessions s join all_people p on p.id = s.user_id left join all_stalls w on w.id = p.id
  where s.token_hash = $1`;

const idsByToken = `select id, user_id as "userId" from sessions where token_hash = $1`;

const deletedSession = `select from deleted_sessions where token_hash = $1`;

type SessionRow = Standing & {
  session_id: string;
  left_ms: number;
  has_ended: boolean;
  is_unseen: boolean;
  id: string;
  name: string;
  has_warung: boolean;
};

type Cached = { read: SessionRead; userId: string };

/**
 * Reads sessions for the gate: one statement, cached in this process for seconds and dropped at once by the signals that a
 * sign-out, suspension, role or password change sends to `user:<id>`.
 */
export function createSessions(
  database: Database,
  bus: Bus,
  log: Log,
  { publicUrl, secret, addVisit, metrics }: { publicUrl: string; secret: string; addVisit: AddVisit; metrics: Metrics },
): Sessions {
  const noteRead = measureCache(metrics, 'sessions');
  const cookie = cookieName(publicUrl, 'session_token');
  /** The sessions by signed tokens whose signature has been verified. */
  const cached = new LRUCache<string, Cached>({ ...atMost(maxCached), ttl: cacheMs });
  // Counts drops: a query that runs meanwhile may return the old state, so its result is not cached.
  let drops = 0;

  const dropAll = () => {
    drops += 1;
    cached.clear();
  };
  bus.onGap(dropAll);
  bus.listen(({ topic, signal }) => {
    if (signal.type !== 'session_ended' && signal.type !== 'profile_changed') return;
    drops += 1;
    const userId = topic.slice('user:'.length);
    for (const [signedToken, entry] of cached.entries()) if (entry.userId === userId) cached.delete(signedToken);
  });

  /** Notes the use without waiting, and only logs failures: sessions can be read while the database is read-only. */
  const noteUse = (sessionId: string) => {
    database
      .query(sessionSeen, [sessionId])
      .catch((error: unknown) => log.warn({ err: error }, 'the last use of a session could not be written'));
  };

  /** The people whose visit this process has written within the hour, which is enough to note each of their days. */
  const visits = new LRUCache<string, true>({ ...atMost(maxCached), ttl: visitIntervalMs });
  const noteVisit = (userId: string) => {
    if (visits.has(userId)) return;
    visits.set(userId, true);
    addVisit(database, userId).catch((error: unknown) => {
      visits.delete(userId);
      log.warn({ err: error }, 'a visit could not be written');
    });
  };

  const readToken = async (signedToken: string): Promise<SessionRead> => {
    const entry = bus.connected() ? cached.get(signedToken) : undefined;
    noteRead(entry !== undefined);
    if (entry) return entry.read;
    const token = verifiedToken(signedToken, secret);
    if (token === undefined) return null;
    const dropsBefore = drops;
    const hash = hashToken(token);
    const [row] = await database.query<SessionRow>(sessionByToken, [hash]);
    if (!row) return (await database.query(deletedSession, [hash])).length > 0 ? 'account_deleted' : null;
    const read = toSessionRead(row);
    if (typeof read === 'object' && read !== null) noteVisit(row.id);
    if (typeof read === 'object' && row.is_unseen) noteUse(row.session_id);
    if (bus.connected() && drops === dropsBefore) {
      const ttl = Math.min(cacheMs, row.left_ms);
      if (ttl > 0) cached.set(signedToken, { read, userId: row.id }, { ttl });
    }
    return read;
  };

  const credentialOf: Sessions['credentialOf'] = (headers) =>
    bearer(headers.authorization) ?? readCookie(headers, cookie);

  return {
    readToken,
    credentialOf,
    find: async (headers) => {
      const token = verifiedToken(credentialOf(headers) ?? '', secret);
      if (token === undefined) return undefined;
      return (await database.query<{ id: string; userId: string }>(idsByToken, [hashToken(token)]))[0];
    },
    read: async (headers) => {
      const signedToken = credentialOf(headers);
      return signedToken === undefined ? null : readToken(signedToken);
    },
  };
}

function toSessionRead(row: SessionRow): SessionRead {
  const refusal = refusalOf(row);
  if (refusal) return refusal;
  if (row.has_ended || row.left_ms <= 0) return null;
  const { id, session_id: sessionId, role, name, has_warung: hasWarung } = row;
  return { id, sessionId, role, name, hasWarung } as Member;
}

/** The token inside `<token>.<base64 HMAC-SHA256 of it>`, or undefined when the signature is not ours. */
function verifiedToken(signedToken: string, secret: string): string | undefined {
  const dot = signedToken.lastIndexOf('.');
  if (dot < 1 || signedToken.length > 500) return undefined;
  const token = signedToken.slice(0, dot);
  const given = Buffer.from(signedToken.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

const bearer = (authorization: string | undefined) => decoded(/^bearer (\S+)$/i.exec(authorization ?? '')?.[1]);
