import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { AuthPath, SignUp } from '@lapau/contract/auth';
import { linkParameters } from '@lapau/contract/links';
import { authWorkers } from '../features/auth/jobs.ts';
import type { Letter } from '../platform/mail/mail.ts';
import { startWorkers } from '../platform/workers/worker.ts';
import type { TestServer } from './server.ts';

let count = 0;

/** A UUID of version 7, as browsers make them. */
export const newId = (): string => {
  const id = randomUUID();
  return `${id.slice(0, 14)}7${id.slice(15)}`;
};

/** The content of a valid register form, with a new e-mail address. */
export function signUpForm(given: Partial<SignUp> = {}): SignUp {
  count += 1;
  return {
    email: `baru-${count}-${randomBytes(3).toString('hex')}@lapau.test`,
    password: 'rahasia sekali',
    name: `Orang Baru ${count}`,
    address: 'Jorong Kampuang Baru',
    nagari: 'Muaro Paiti',
    kecamatan: 'Kapur IX',
    phone: '0810-0000-0042',
    ...given,
  };
}

/** A request to one of the auth paths, as a browser without scripts would make it. */
export async function auth(
  server: Pick<TestServer, 'request'>,
  path: AuthPath,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const init =
    path === '/auth/get-session'
      ? { headers }
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body ?? {}),
        };
  const response = await server.request(path, init);
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown> | null,
    headers: response.headers,
    /** The session cookie as the next request sends it, or undefined. */
    cookie: response.headers
      .getSetCookie()
      .find((cookie) => /session_token=[^;]+/.test(cookie))
      ?.split(';', 1)[0],
    /** The cookie that names this device, as the next request sends it, or undefined. */
    device: response.headers
      .getSetCookie()
      .find((cookie) => cookie.includes('lapau.device='))
      ?.split(';', 1)[0],
    /** The signed token that a native app stores. */
    token: response.headers.get('set-auth-token'),
  };
}

/** Registers and signs in; for servers without e-mail verification. */
export async function register(server: TestServer, given: Partial<SignUp> = {}) {
  const form = signUpForm(given);
  const { cookie = '', device = '', token } = await auth(server, '/auth/sign-up/email', form);
  const { id } = await server.db
    .selectFrom('profiles')
    .where('email', '=', form.email)
    .select('id')
    .executeTakeFirstOrThrow();
  return { id, form, cookie, device, token: token ?? '' };
}

/** Starts the jobs that send mail. `next` waits for the next mail to an address, `all` has those that were sent so far. */
export async function openInbox(server: TestServer) {
  const arrivals = new EventEmitter();
  const all: Letter[] = [];
  const taken = new Set<Letter>();
  const { mailer } = server.platform;
  server.platform.mailer = {
    ...mailer,
    send: async (letter) => {
      await mailer.send(letter);
      all.push(letter);
      arrivals.emit('letter');
    },
  };
  await startWorkers(server.platform, authWorkers);
  return {
    all,
    next: async (to: string): Promise<Letter> => {
      for (;;) {
        const letter = all.find((one) => one.to === to && !taken.has(one));
        if (letter) {
          taken.add(letter);
          return letter;
        }
        // This waits less than half a minute, after which a mail that could not be sent would be tried again.
        await once(arrivals, 'letter', { signal: AbortSignal.timeout(25_000) });
      }
    },
  };
}

/** The token of a link in a letter. */
export const tokenOf = (letter: Letter, kind: keyof typeof linkParameters): string =>
  new URLSearchParams(new URL(letter.link ?? '').hash.slice(1)).get(linkParameters[kind]) ?? '';
