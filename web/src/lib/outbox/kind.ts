import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import type { ApiError } from '../calls/api-error.ts';
import type { RequestFor } from './request.ts';

/** What each request of a change is made with: `account` is whose change it is, as somebody else may have signed in since. */
export type ChangeRequest = { signal: AbortSignal; account: string };

/** How the changes of a kind are sent; a repeat must not change anything. */
export type Sending<Change, Answer> =
  /** By one call. The service worker makes it too, when no page is open. */
  | {
      request: (change: Change) => RequestFor<Answer>;
      /** The answer that an error means all the same. */
      answerIn?: (error: ApiError) => Answer | undefined;
    }
  /** By whatever a page does. `ageMs` is the time since the change was made. */
  | { send: (change: Change, request: ChangeRequest & { ageMs: number }) => Promise<Answer> };

/** What somebody has typed, and its photos where the device still has them. */
export type ListedContent = { text: string; photos?: { id: string; file: Blob }[] };

/** A kind of change that goes through the outbox. */
export type OutboxKind<Change, Answer> = Sending<Change, Answer> & {
  /** Its name in the storage, the same in all releases. */
  name: string;
  /** Writes the answer into the cache. */
  applyAnswer: (client: QueryClient, change: Change, answer: Answer) => void;
  /** Called when the server has refused it, also of an earlier page. A kind that holds its changes keeps them instead. */
  onRefused?: (change: Change, error: ApiError, client: QueryClient) => void;
  /** Called after an answer and after a refusal: the place for a refetch. */
  onSettled?: (client: QueryClient, change: Change) => void;
  /** What remains to be sent of an older change once there is a newer one; null for nothing. Without it all are sent. */
  supersede?: (older: Change, newer: Change) => Change | null;
  /** Whether a newer change takes back an older one, so that neither is sent while the older one was never tried. */
  cancels?: (older: Change, newer: Change) => boolean;
  /** A refused change is held, and so is one that is older than this when its turn comes and that has not arrived. */
  holds?: {
    afterMs: number;
    /** The answer to a change that has arrived; null when it has not. */
    findAnswer: (change: Change, request: ChangeRequest) => Promise<Answer | null>;
  };
  /** Tells whether a refused change of a kind that holds nothing has no place any more that would show it; it stays, for the list of those. */
  setsAside?: (change: Change, refusal: ApiError) => boolean;
  /** Tells how something typed stands in the list of what could not be sent, once its place is gone (lost-changes.ts). */
  listed?: {
    /** 'Komentar', 'Pesan'. */
    what: string;
    /** Tells whether nothing else shows any more that a change of a kind that holds is held; `refusal` is the server's, if it has refused it. */
    hasNoPlace?: (refusal: ApiError['code'] | undefined, isSeller: boolean) => boolean;
    contentOf: (change: Change) => Promise<ListedContent>;
    /** Deletes what belongs to a change that is put away. */
    forget?: (change: Change) => void;
  };
  /** Whether all that a change needs is on the device. Until then it waits in this page alone, which no other tab sends. */
  mayBeStored?: (change: Change) => boolean;
  /** It makes several requests and ends by itself when nothing moves any more. Others get no answer after 20 s. */
  endsItself?: boolean;
  /** Somebody has typed it: it is sent however old it is, by a clock that may have been wrong. */
  isTyped?: boolean;
  /** Nobody misses it: signing out does not ask about it. */
  isQuiet?: boolean;
  /** The texts shown when the server refuses a change. */
  meta: MutationMeta | ((change: Change) => MutationMeta);
};

/** A kind whatever its changes are, as the outbox has it. */
export type AnyKind = OutboxKind<unknown, unknown>;
