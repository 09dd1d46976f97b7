import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import type { ErrorEnvelope } from '@lapau/contract/errors';

/** The person who makes a request, as the builders return them. */
export type Credential = { token: string };

export type Answer = { status: number; body: unknown };

/** A client of a running server that uses bearer tokens instead of cookies. */
export type Client = {
  /** Makes a call as somebody, or signed out. A refusal rejects with a Refusal. */
  call: <Name extends CallName>(name: Name, input: CallInput<Name>, as?: Credential) => Promise<CallOutput<Name>>;
  /** Makes a call whose name and input need not be in the contract. @returns whatever the server answered */
  rawCall: (name: string, input: unknown, as?: Credential) => Promise<Answer>;
  /** Any request to this server, as somebody if `as` is given. */
  request: (route: string, init?: RequestInit, as?: Credential) => Promise<Response>;
};

/** A call that the server refused, with the error of its answer. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string> | undefined;

  constructor(status: number, envelope: ErrorEnvelope) {
    super(`${status} ${envelope.code}`);
    this.status = status;
    this.code = envelope.code;
    this.details = envelope.details;
  }
}

export function createClient(url: string): Client {
  const request: Client['request'] = (route, init = {}, as) => {
    const headers = new Headers(init.headers);
    if (as) headers.set('authorization', `Bearer ${as.token}`);
    return fetch(url + route, { redirect: 'manual', ...init, headers });
  };

  const rawCall: Client['rawCall'] = async (callName, input, as) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
    const response = await request(`/rpc/${callName}`, init, as);
    return { status: response.status, body: await response.json() };
  };

  return {
    request,
    rawCall,
    call: async (callName, input, as) => {
      const { status, body } = await rawCall(callName, input, as);
      if (status !== 200) throw new Refusal(status, body as ErrorEnvelope);
      return body as never;
    },
  };
}
