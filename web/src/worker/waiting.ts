import { accountHeader, oldestProtocolHeader } from '@lapau/contract/protocol';
import { ApiError, errorOfResponse, networkError } from '../lib/calls/api-error.ts';
import { noteTimeOf } from '../lib/device/server-time.ts';
import { isAside, queueOf } from '../lib/outbox/queue.ts';
import type { Entries, OutboxEntry } from '../lib/outbox/queue.ts';
import { ageOf, inputOf, isSent, isSessionOver, isTransient } from '../lib/outbox/request.ts';
import type { StoredRequest, StoredResponse } from '../lib/outbox/request.ts';
import type { OutboxStorage } from '../lib/outbox/storage.ts';
import { afterAttempt, markTried } from '../lib/outbox/stored-queue.ts';
import type { OutboxTabs } from '../lib/outbox/tabs.ts';

/*
 * Sends the changes in the outbox when the browser has found a network and nobody looks at the app. It makes the calls that pages have
 * stored with their changes, and stores the answers beside them: the next page shows these, and decides what a refusal means.
 */
/** The parts of an outbox on the device. A queue is sent by one page at a time, or by the worker. */
export type OutboxParts = { storage: OutboxStorage; tabs: Pick<OutboxTabs, 'lock' | 'announce'> };

/**
 * Sends the waiting changes of the account that is signed in.
 * @param isSeen whether somebody looks at a page, which sends by itself, and has the worker woken for the rest when it is hidden
 * @throws when the server gives no answer: the browser then wakes the worker again
 */
export async function sendWaiting({ storage, tabs }: OutboxParts, isSeen: () => Promise<boolean>): Promise<void> {
  if (await isSeen()) return;
  const { account, oldestProtocol } = await askSession();
  if (account === undefined) return;
  let refusal: ApiError | undefined;
  for (const queue of new Set((await storage.read(account)).map(queueOf))) {
    try {
      await tabs.lock(`outbox ${account} ${queue}`, async () => {
        const next = async () => nextOf(await storage.read(account), queue, oldestProtocol);
        for (let entry = await next(); entry; entry = await next()) await send(entry, account, { storage, tabs });
      });
    } catch (error) {
      if (!isOfOneQueue(error)) throw error;
      refusal = error;
    }
  }
  if (refusal) throw refusal;
}

/**
 * Asks the server who is signed in here.
 * @throws when the server gives no answer
 */
export async function askSession(): Promise<{ account: string | undefined; oldestProtocol: number }> {
  const { answer, oldestProtocol } = await call('get_session', {});
  return { account: (answer.body as { user?: { id?: string } } | null)?.user?.id, oldestProtocol };
}

/** Whether a refusal concerns one queue alone: a limit on comments (429), for example, does not hold up messages. */
const isOfOneQueue = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429 && error.code !== 'rate_limited';

type Callable = OutboxEntry & { request: StoredRequest };

/**
 * The first entry of a queue that has not been sent and was not set aside. It is undefined if a page has to handle it: it was refused or is
 * held, takes several requests, may be too old to be sent without a question, or its app is too old for the server.
 */
function nextOf(entries: Entries, queue: string, oldestProtocol: number): Callable | undefined {
  const entry = entries.find((each) => queueOf(each) === queue && !isSent(each.response) && !isAside(each));
  if (!entry?.request || entry.response || entry.held) return undefined;
  const { protocol, maxAgeMs } = entry.request;
  return protocol >= oldestProtocol && ageOf(entry) <= maxAgeMs ? (entry as Callable) : undefined;
}

async function send(entry: Callable, account: string, { storage, tabs }: OutboxParts): Promise<void> {
  const startedAt = Date.now();
  await storage.update(account, (stored) => markTried(stored, entry.id));
  const { answer: response } = await call(entry.request.call, inputOf(entry.request, entry), account);
  await storage.update(account, (stored) => afterAttempt(stored, entry, { isAnswered: true, response }, startedAt));
  tabs.announce(account);
}

/** How long a call may take; older browsers set a limit of their own. */
const callMs = 20_000;

/**
 * @param account whose change it is: somebody else may have signed in since the session was asked for
 * @throws when there is no answer, or one that says nothing about the change: not now, or the session has ended
 */
async function call(
  name: string,
  input: object,
  account?: string,
): Promise<{ answer: StoredResponse; oldestProtocol: number }> {
  const response = await fetch(`/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(account !== undefined && { [accountHeader]: account }) },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout?.(callMs) ?? null,
  });
  noteTimeOf(response);
  const body: unknown = await response.json().catch(() => undefined);
  // A captive portal answers with a page of its own.
  if (response.ok && body === undefined) throw networkError();
  const error = response.ok ? undefined : errorOfResponse(response.status, body);
  if (error && (isTransient(error) || isSessionOver(error))) throw error;
  const oldestProtocol = Number(response.headers.get(oldestProtocolHeader));
  return { answer: { status: response.status, body, at: Date.now() }, oldestProtocol };
}
