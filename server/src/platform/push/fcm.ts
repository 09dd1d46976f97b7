import type { ServiceAccount } from './config-push.ts';
import { NotAsked } from './lanes.ts';
import type { Run } from './lanes.ts';
import { lookupOf } from './network.ts';
import type { PushNetwork } from './network.ts';
import { post } from './post.ts';
import type { Answer, Posted } from './post.ts';
import type { Outcome, Push } from './push.ts';

/** FCM HTTP v1: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
export function createFcm(account: ServiceAccount, url: string, { timeoutMs, resolve }: PushNetwork) {
  const waiting = { timeoutMs, lookup: lookupOf(resolve) };
  let current: { token: Promise<string>; until: number } | undefined;

  const accessToken = (): Promise<string> => {
    if (!current || performance.now() > current.until) {
      const token = requestToken(account, waiting);
      current = { token, until: performance.now() + renewedMs };
      token.catch(() => (current = undefined));
    }
    return current.token;
  };

  return async (fcmToken: string, push: Push, run: Run): Promise<Outcome> => {
    try {
      const answer = await run(async () =>
        post(`${url}/v1/projects/${account.project_id}/messages:send`, {
          headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
          ...waiting,
          body: JSON.stringify({ message: messageOf(fcmToken, push) }),
        }),
      );
      if (answer.status === 401) current = undefined;
      return outcomeOf(answer);
    } catch (error) {
      if (error instanceof RefusedToken) return { is: 'failed', reason: error.message, retryAfterSeconds: undefined };
      throw error;
    }
  };
}

/**
 * Thrown when Google refuses the service account, or gives it no token now. Many pushes wait for one token, and no phone was asked, so
 * neither phones nor FCM are left alone for it.
 */
class RefusedToken extends NotAsked {
  override name = 'RefusedToken';
}

const minuteMs = 60_000;
/** A token is replaced after this time; Google's tokens are good for an hour. */
const renewedMs = 50 * minuteMs;

/** Gets a token by the exchange of RFC 7523, as service accounts do. @throws when the account is refused, or Google not reached */
export async function requestToken(
  { client_email, private_key, token_uri }: ServiceAccount,
  waiting: Pick<Posted, 'timeoutMs' | 'lookup'> = { timeoutMs: 10_000 },
): Promise<string> {
  // The library is loaded with the first push to an app, which most servers never send.
  const { importPKCS8, SignJWT } = await import('jose');
  const key = await importPKCS8(private_key, 'RS256').catch((cause: unknown) => {
    throw new RefusedToken('the private key of the service account for FCM cannot be read', { cause });
  });
  const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/firebase.messaging' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const { status, text } = await post(token_uri, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...waiting,
    body: new URLSearchParams({ grant_type, assertion }).toString(),
  }).catch((cause: unknown) => {
    throw new RefusedToken('no answer to the request for a token of FCM', { cause });
  });
  const token = status === 200 ? readToken(text) : undefined;
  if (typeof token !== 'string') throw new RefusedToken(`FCM's token was refused with status ${status}`);
  return token;
}

/** Reads the token in an answer; undefined when a proxy has answered with something of its own. */
function readToken(text: string): unknown {
  try {
    return (JSON.parse(text) as { access_token?: unknown } | null)?.access_token;
  } catch {
    return undefined;
  }
}

/** Makes the message. With a title the system shows it, in place of one with the same tag; the app reads `data`. */
function messageOf(token: string, { payload, appData, items, topic, ttlSeconds, isUrgent }: Push) {
  const { title, body, tag } = payload;
  const shown = { title, body };
  return {
    token,
    data: { ...Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)])), ...appData },
    ...(title !== undefined && { notification: shown }),
    android: {
      ttl: `${ttlSeconds}s`,
      collapse_key: topic,
      priority: isUrgent ? 'HIGH' : 'NORMAL',
      ...(title !== undefined && { notification: { tag, notification_count: items } }),
    },
  };
}

function outcomeOf({ status, text, retryAfterSeconds }: Answer): Outcome {
  if (status === 200) return { is: 'delivered' };
  if (status === 401 || status === 429 || status >= 500)
    return { is: 'failed', reason: `status ${status}`, retryAfterSeconds };
  // The token is UNREGISTERED, is one of another project, or never was a token.
  const isGone = status === 404 || /SENDER_ID_MISMATCH|not a valid FCM registration token/.test(text);
  return isGone ? { is: 'gone' } : { is: 'refused', reason: `status ${status}` };
}
