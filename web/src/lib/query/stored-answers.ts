import type { Session } from '@lapau/contract/profile';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { clear, get, setMany } from 'idb-keyval';
import { createDeviceDatabase } from '../device/device-database.ts';
import { isBeyondNow } from '../device/noted-time.ts';
import { isPhoneDateRight } from '../device/server-time.ts';

/**
 * The answers of queries with `meta.stored` on the device, for a start without a signal (D83), as they are in the cache: with all that
 * signals and one's own changes have added. They belong to one account, and go when it leaves. TanStack's own persister stores only the
 * results of query functions, all pages of a list, and brings a second copy of the library.
 */
type StoredAnswer = {
  version: number;
  /** The time at which the server had the data as it is here, in milliseconds since 1970. */
  updatedAt: number;
  /** The account that sees the answer; null if everybody sees it alike. */
  account: string | null;
  data: unknown;
};

/** Raised when a cached answer changes its shape: answers of another version are not read. */
const storedVersion = 1;
const maxAgeMs = 30 * 86_400_000;
const maxAnswers = 300;
/** How long changes of the cache are gathered before they are written. */
const writeDelayMs = 1_000;

const { inStore, deleteEntries, isSilent } = createDeviceDatabase('answers', 'answers');

const publicKeys = new Set(['settings', 'session']);

const accountOf = (client: QueryClient): string | null =>
  client.getQueryData<{ session: Session | null }>(['session'])?.session?.user.id ?? null;

const isOwn = (client: QueryClient, { account }: StoredAnswer, key: QueryKey): boolean =>
  publicKeys.has(String(key[0])) || (account !== null && account === accountOf(client));

/** Whether an answer is too old. A phone whose clock has jumped ahead, or that has long not heard the server, keeps its answers. */
const isTooOld = ({ updatedAt }: StoredAnswer): boolean => updatedAt < Date.now() - maxAgeMs && isPhoneDateRight();

/** The stored answer of a query, for the account that is signed in; undefined when there is none. */
export async function readAnswer(
  client: QueryClient,
  { queryHash, queryKey }: Pick<Query, 'queryHash' | 'queryKey'>,
): Promise<StoredAnswer | undefined> {
  const stored = await inStore((store) => get<StoredAnswer>(queryHash, store));
  if (stored?.version !== storedVersion || isTooOld(stored) || !isOwn(client, stored, queryKey)) return undefined;
  // An answer with a time to come would not count as old before that time.
  return isBeyondNow(stored.updatedAt) ? { ...stored, updatedAt: Date.now() } : stored;
}

/** Counts how often everything was forgotten: data that was read from the cache before is not written after it. */
let generation = 0;

/** Stores answers from the cache from now on, a second after they have changed and when the page is hidden. */
export function storeAnswers(client: QueryClient): void {
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // The answers are written with the next change, as they would only pile up while the device is silent.
    if (isSilent()) return;
    const account = accountOf(client);
    const cached = [...changed.values()].filter((query) => client.getQueryCache().get(query.queryHash) === query);
    const written = cached.flatMap(({ queryHash, queryKey, state, meta }): [string, StoredAnswer][] => {
      const isPublic = publicKeys.has(String(queryKey[0]));
      if (state.data === undefined || !(isPublic || account !== null)) return [];
      const data = meta?.stored === true ? state.data : meta?.stored?.(state.data as never);
      return [
        [
          queryHash,
          { version: storedVersion, updatedAt: state.dataUpdatedAt, account: isPublic ? null : account, data },
        ],
      ];
    });
    changed.clear();
    const writtenIn = generation;
    await inStore((store) => setMany(written, store));
    if (writtenIn !== generation) await forgetAnswers();
  }

  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !query.meta?.stored || query.state.status !== 'success') return;
    changed.set(query.queryHash, query as Query);
    timer ??= setTimeout(() => void write(), writeDelayMs);
  });
  document.addEventListener('visibilitychange', () => document.hidden && timer !== undefined && void write());
  for (const query of client.getQueryCache().getAll()) {
    if (query.meta?.stored && query.state.status === 'success') changed.set(query.queryHash, query);
  }
  void write().then(dropOld);
}

const answersIn = (stored: [string, unknown][]) => stored as [string, StoredAnswer][];

/** Whether an answer has a time to come, which says nothing of its age: the phone's clock was ahead when it was stored. */
const isUndated = ({ updatedAt }: StoredAnswer): boolean => isBeyondNow(updatedAt);

const fromNewest = (one: StoredAnswer, other: StoredAnswer): number =>
  Number(isUndated(one)) - Number(isUndated(other)) || other.updatedAt - one.updatedAt;

/** Deletes answers that are too old, and beyond a number the oldest ones, those without a sure date first. */
async function dropOld(): Promise<void> {
  const isKept = (answer: StoredAnswer, index: number) =>
    answer.version === storedVersion && !isTooOld(answer) && index < maxAnswers;
  const updatedAt = Date.now();
  await deleteEntries(
    (stored) =>
      answersIn(stored)
        .sort(([, one], [, other]) => fromNewest(one, other))
        .flatMap(([hash, answer], index) => (isKept(answer, index) ? [] : hash)),
    // The remaining ones without a sure date get one from now on, by which they go, unless the clock may be wrong.
    (stored) =>
      answersIn(stored).flatMap(([hash, answer]) =>
        isUndated(answer) && isPhoneDateRight() ? [[hash, { ...answer, updatedAt }]] : [],
      ),
  );
}

/** Deletes all answers, as the account leaves the device. */
export async function forgetAnswers(): Promise<void> {
  generation += 1;
  await inStore((store) => clear(store));
}

/** Deletes the answers of accounts other than this one. */
export async function forgetOthers(account: string): Promise<void> {
  const isTheirs = (answer: StoredAnswer) => answer.account !== null && answer.account !== account;
  await deleteEntries((stored) => answersIn(stored).flatMap(([key, answer]) => (isTheirs(answer) ? key : [])));
}

/** The first parts of the keys of queries that name people whom one may block. */
const namingKeys = ['comments', 'notifications'];

/** After a block or its end: fetches shown answers that name people again, and forgets the others here and on the device. */
export async function forgetNames(client: QueryClient): Promise<void> {
  for (const key of namingKeys) {
    client.removeQueries({ queryKey: [key], type: 'inactive' });
    void client.invalidateQueries({ queryKey: [key] });
  }
  const isShown = (hash: string) => client.getQueryCache().get(hash) !== undefined;
  const isNaming = (hash: string) => namingKeys.some((key) => hash.startsWith(`["${key}"`));
  await deleteEntries((stored) => stored.flatMap(([hash]) => (isNaming(hash) && !isShown(hash) ? hash : [])));
}
