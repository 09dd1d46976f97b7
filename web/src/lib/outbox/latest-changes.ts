import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Sending } from './kind.ts';
import { outbox } from './page-outbox.ts';
import { queueOf } from './queue.ts';
import { whyStuck } from './state.ts';

/**
 * Changes of which only the latest of each thing counts: a like, a save, a read pointer, a deletion. What a person does shows at
 * once, waits in the outbox and is sent as soon as there is signal.
 *
 * The query cache contains only what the server has answered. A pure function of the feature applies the pending changes to
 * what is cached whenever it is shown, such as `likeOf(post, usePendingChange(likes, post.id)?.on)`. A refetch that overlaps with
 * a change therefore never shows the old state, and undoing a change is forgetting it. A change stays pending until its answer,
 * once written into the cache, has been rendered: applying a change to data that already has it must change nothing.
 */
type LatestChange = {
  /** The id of the changed thing; one request at a time runs for each id. */
  id: string;
  /** The wanted state of a toggle, or the wanted position of a pointer. */
  on?: boolean | number;
};

type Options<Change, Answer> = Sending<Change, Answer> & {
  /** The name of the kind in the storage, the same in all releases. */
  name: string;
  /** Writes the answer into the cache. */
  applyAnswer: (client: QueryClient, change: Change, answer: Answer) => void;
  /** Called after an answer and after a refusal: the place for a refetch. */
  onSettled?: (client: QueryClient, change: Change) => void;
  /** Whether a change sets more than the state `on`: taking it back has to be sent then, as the state may have been the same before. */
  setsMore?: (change: Change) => boolean;
  /** Whether nobody would miss the change: signing out does not ask about it. */
  isQuiet?: boolean;
  /** The texts shown when the server refuses a change. */
  meta: MutationMeta | ((change: Change) => MutationMeta);
};

export type LatestChanges<Change> = {
  name: string;
  /** Shows a change and sends it. A change that is taken back before it was ever tried is not sent. */
  submit: (change: Change) => void;
  /** The changes that are not confirmed yet, by id, in the order of submission. */
  pending: () => ReadonlyMap<string, Change>;
};

export function createLatestChanges<Change extends LatestChange, Answer>({
  name,
  ...options
}: Options<Change, Answer>): LatestChanges<Change> {
  const kind = outbox.register<Change, Answer>({
    name,
    ...options,
    supersede: () => null,
    cancels: (older, newer) => typeof newer.on === 'boolean' && older.on !== newer.on && !options.setsMore?.(older),
  });
  let entries = outbox.state().entries;
  let pending: ReadonlyMap<string, Change> = new Map();
  return {
    name,
    submit: (change) => void outbox.submit(kind, change.id, change),
    pending: () => {
      const next = outbox.state().entries;
      if (next === entries) return pending;
      entries = next;
      const changes = next.filter((entry) => entry.kind === name).map(({ change }) => change as Change);
      const isSame = changes.length === pending.size && changes.every((change) => pending.get(change.id) === change);
      if (!isSame) pending = new Map(changes.map((change) => [change.id, change]));
      return pending;
    },
  };
}

/** What the outbox tells. The server and a page that starts know an empty one. */
const useOutboxState = <Told>(read: () => Told): Told => useSyncExternalStore(outbox.subscribe, read, read);

/** The pending change of one id, or undefined. */
export const usePendingChange = <Change>({ pending }: LatestChanges<Change>, id: string): Change | undefined =>
  useOutboxState(() => pending().get(id));

/** All pending changes by id, in the order of submission. */
export const usePendingChanges = <Change>({ pending }: LatestChanges<Change>): ReadonlyMap<string, Change> =>
  useOutboxState(pending);

/** The reason why a pending change gets no answer (whyStuck in state.ts); undefined when it is not known to wait. */
export const useWhyWaiting = ({ name }: Pick<LatestChanges<unknown>, 'name'>, id: string): string | null | undefined =>
  useOutboxState(() => whyStuck(outbox.state(), queueOf({ kind: name, subject: id })));
