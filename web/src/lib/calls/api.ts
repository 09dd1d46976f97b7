import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import { accountHeader } from '@lapau/contract/protocol';
import { createLazyCode } from '../device/lazy-code.ts';
import { noteTimeOf } from '../device/server-time.ts';
import { noteAnswer } from '../network/follow-network.ts';
import { noteOldestProtocol } from '../network/page-release.ts';
import { noteFailedNetwork } from '../network/signal.ts';
import { ApiError, Cancelled, errorOfResponse, networkError } from './api-error.ts';
import { isFromDevice } from './boot.ts';
import { credentialsOfRead, endLeftSession, isSessionLeft } from './left-session.ts';

type RequestOptions = {
  signal?: AbortSignal | undefined;
  /** The account whose change is sent, if somebody else may have signed in since it was made. */
  account?: string;
};

/** A mutation's input that its dialog can cancel. */
export type Cancellable = RequestOptions;

type PostOptions = RequestOptions & {
  /** How long the answer may take. */
  withinMs?: number;
};

type Api = {
  [Name in CallName]: (input: CallInput<Name>, options?: RequestOptions) => Promise<CallOutput<Name>>;
};

/**
 * Every call of the contract: `api.get_feed({ search_term: 'sate' }, { signal })`.
 * @throws ApiError; an aborted request rejects with its signal's reason
 */
export const api = new Proxy({} as Api, {
  get: (_target, name: string) => (input: unknown, options?: RequestOptions) =>
    isFromDevice ? takeOrPost(name, input, options) : post(`/rpc/${name}`, input, options),
});

let accountOfPage = (): string | undefined => undefined;

/**
 * Has all calls name the account of their page. Somebody else may have signed in meanwhile, in another tab: the server then refuses calls
 * that need a session (other_account), so that nothing is changed as another person.
 */
export function speakAs(account: () => string | undefined): void {
  accountOfPage = account;
}

/** The header that names the account. @param account whose change it is, if not the page's */
export function accountHeaders(account = accountOfPage()): Record<string, string> {
  return account === undefined ? {} : { [accountHeader]: account };
}

/** The code that asks for the boot data of a page from the device, as soon as the page starts. It is not part of the first load. */
export const bootCallCode = createLazyCode(() => import('./boot-call.ts'));

async function startBootCall() {
  await bootCallCode.load();
  const code = bootCallCode.state();
  return code.status === 'ready' ? code.code.startBootCall() : undefined;
}

const bootCall = isFromDevice ? startBootCall() : undefined;

async function takeOrPost(name: string, input: unknown, options?: RequestOptions): Promise<unknown> {
  const booted = await (await bootCall)?.(name, input);
  return booted ? booted.answer : post(`/rpc/${name}`, input, options);
}

/** How long a call may take: a line of 2G needs seconds, and one that has taken longer gets no answer any more. */
const callMs = 20_000;

/** Posts JSON to a path of this server and returns its JSON answer. @throws ApiError, also when there is none in time */
export async function post(
  path: string,
  body: unknown,
  { signal, account, withinMs = callMs }: PostOptions = {},
): Promise<unknown> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(abort, withinMs);
  try {
    return await request(path, body, controller.signal, account);
  } catch (error) {
    // An error of another kind means that the request was ended from here: by the caller, or because it took too long.
    if (error instanceof ApiError) throw error;
    throw signal?.aborted ? new Cancelled() : networkError();
  } finally {
    signal?.removeEventListener('abort', abort);
    clearTimeout(timer);
  }
}

async function request(path: string, body: unknown, signal: AbortSignal, account?: string): Promise<unknown> {
  const credentials = isSessionLeft() ? await credentialsOf(path) : 'same-origin';
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...accountHeaders(account) },
    body: JSON.stringify(body),
    credentials,
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    noteFailedNetwork();
    throw networkError();
  });
  noteAnswer();
  noteTimeOf(response);
  noteOldestProtocol(response);
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    // An incomplete body means that the connection broke.
    if (response.ok) throw networkError();
  });
  if (!response.ok) throw errorOfResponse(response.status, answer, response.headers);
  return answer;
}

/**
 * Ends the session that was left. A sign-in needs the cookie that it gets. A call goes without cookies: the server then refuses those
 * that need a session.
 */
async function credentialsOf(path: string): Promise<RequestCredentials> {
  if (path.startsWith('/rpc/')) return credentialsOfRead();
  await endLeftSession();
  return 'same-origin';
}
