import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import { onlineManager } from '@tanstack/react-query';
import { errorOfResponse, networkError } from './api-error.ts';
import { isFromDevice } from './boot.ts';

type RequestOptions = {
  signal?: AbortSignal | undefined;
};

/** Of a mutation's input: what its dialog cancels it with. */
export type Cancellable = RequestOptions;

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

/** The boot data of a page from the device, requested as soon as that starts. */
const bootCall = isFromDevice ? import('./boot-call.ts') : undefined;

async function takeOrPost(name: string, input: unknown, options?: RequestOptions): Promise<unknown> {
  const booted = await bootCall?.then(({ takeBootCall }) => takeBootCall(name, input)).catch(() => undefined);
  return booted ? booted.answer : post(`/rpc/${name}`, input, options);
}

/** Posts JSON to a path of this server and returns its JSON answer. @throws ApiError */
export async function post(path: string, body: unknown, { signal }: RequestOptions = {}): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : networkError();
  });
  onlineManager.setOnline(true);
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    // An incomplete body: the connection broke.
    if (response.ok) throw networkError();
  });
  if (!response.ok) throw errorOfResponse(response.status, answer);
  return answer;
}
