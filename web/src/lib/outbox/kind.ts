import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import type { ApiError } from '../calls/api-error.ts';
import type { RequestFor } from './request.ts';

/** The options of each request for a change; `account` is whose change it is, as somebody else may have signed in since. */
export type ChangeRequest = { signal: AbortSignal; account: string };

/** How the changes of a kind are sent; a repeat must not change anything. */
export type Sending<Change, Answer> =
  /** A kind that is sent by one call. The service worker makes it too, when no page is open. */
  | {
      request: (change: Change) => RequestFor<Answer>;
      /** The answer that an error amounts to all the same. */
      answerIn?: (error: ApiError) => Answer | undefined;
    }
  /** A kind that a page sends in some other way. `ageMs` is the time since the change was made. */
  | { send: (change: Change, request: ChangeRequest & { ageMs: number }) => Promise<Answer> };

/** A text that somebody has typed, and its photos if the device still has them. */
export type ListedContent = { text: string; photos?: { id: string; file: Blob }[] };

/** A kind of change that goes through the outbox. */
export type OutboxKind<Change, Answer> = Sending<Change, Answer> & {
  /** Its name in the storage, the same in all releases. */
  name: string;
  /** Writes the answer into the cache. */
  applyAnswer: (client: QueryClient, change: Change, answer: Answer) => void;
  /**
   * Gives what was typed back to the place where it was typed, when the server has refused a change, also one of an earlier page. A
   * form that waits for its change has it still, and a kind with `holds` keeps refused changes instead.
   * @returns whether there is such a place. Without one the change stays for the list of lost changes.
   */
  giveBack?: (change: Change, refusal: ApiError) => boolean;
  /** Called after an answer and after a refusal: the place for a refetch. */
  onSettled?: (client: QueryClient, change: Change) => void;
  /** The part of an older change that remains to be sent once there is a newer one; null for nothing. Without this, all are sent. */
  supersede?: (older: Change, newer: Change) => Change | null;
  /** Whether a newer change takes back an older one. If the older one was never tried, neither is sent. */
  cancels?: (older: Change, newer: Change) => boolean;
  /**
   * Whether the person has taken a change back that may have arrived (`takeBack` in outbox.ts): a page makes its request again, not the
   * worker, as the answer says what has to be undone. Changes of a kind without this cannot be taken back in this way.
   */
  isTakenBack?: (change: Change) => boolean;
  /** Has refused changes held, and also those that are older than this when their turn comes and have not arrived. */
  holds?: {
    afterMs: number;
    /** The answer to a change that has arrived; null when it has not. */
    findAnswer: (change: Change, request: ChangeRequest) => Promise<Answer | null>;
  };
  /** How a typed text stands in the list of lost changes, once its place is gone (lost-changes.ts). */
  listed?: {
    /** 'Komentar', 'Pesan'. */
    what: string;
    /** For kinds with `holds`: whether nothing shows any more that a change is held. `refusal` is the server's code, if it has refused. */
    hasNoPlace?: (refusal: ApiError['code'] | undefined, isSeller: boolean) => boolean;
    contentOf: (change: Change) => Promise<ListedContent>;
    /** Deletes the data of a change that is put away. */
    forget?: (change: Change) => void;
  };
  /** Whether the device has all that a change needs. Until then it waits in this page alone, and no other tab sends it. */
  mayBeStored?: (change: Change) => boolean;
  /** Whether the change takes several requests, and ends by itself when nothing moves any more. Others are given up after 20 s. */
  endsItself?: boolean;
  /** Whether somebody has typed the change: it is sent however old it is, as the clock that dated it may have been wrong. */
  isTyped?: boolean;
  /** Whether nobody would miss the change: signing out does not ask about it. */
  isQuiet?: boolean;
  /** The texts shown when the server refuses a change. */
  meta: MutationMeta | ((change: Change) => MutationMeta);
};

/** What the form in which a change was made asks of the outbox. */
export type SubmittedBy = {
  /** Called once the change is stored on the device, and no longer lost when the page is killed, or has left the outbox. */
  onStored?: () => void;
  /** Aborted when the form does not wait any more. Until then a refusal is the form's alone, which shows it and has what was typed. */
  left?: AbortSignal;
};

/** A kind without the types of its changes, as the outbox has it. */
export type AnyKind = OutboxKind<unknown, unknown>;
