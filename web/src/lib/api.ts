import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import { onlineManager } from '@tanstack/react-query';
import { errorOfResponse, networkError } from './api-error.ts';
import { takeBootCall } from './boot.ts';

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
  get: (_target, name: string) => async (input: unknown, options?: RequestOptions) =>
    ((await takeBootCall(name, input)) ?? { answer: await post(`/rpc/${name}`, input, options) }).answer,
});

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
