import type { Comment } from '@lapau/contract/comments';
import { useCallback, useSyncExternalStore } from 'react';
import { randomId } from '../../../lib/random-id.ts';
import { useMember } from '../../../lib/session.tsx';
import type { NewComment } from '../api.ts';
import type { SendingComment } from './thread-rows.ts';

/** What a person is writing under a post. It stays when the comments are closed. */
export interface Desk {
  text: string;
  replyTo: Comment | null;
  /** Could not be sent: sent again as it was, it keeps its key, so that it is never there twice. */
  unsent: NewComment | null;
  sending: readonly SendingComment[];
}

const clean: Desk = { text: '', replyTo: null, unsent: null, sending: [] };
/** By person and post: who signs in next on this page starts with a clean one. */
const desks = new Map<string, Desk>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDesk(postId: string): [Desk, (change: (desk: Desk) => Partial<Desk>) => void] {
  const { user } = useMember();
  const name = `${user.id} ${postId}`;
  const put = useCallback(
    (change: (desk: Desk) => Partial<Desk>) => {
      const desk = desks.get(name) ?? clean;
      desks.set(name, { ...desk, ...change(desk) });
      for (const listener of listeners) listener();
    },
    [name],
  );
  return [useSyncExternalStore(subscribe, () => desks.get(name) ?? clean), put];
}

/** The key of what is about to be sent: that of the last try if it is the same comment. */
export function keyFor({ unsent }: Desk, content: string, replyTo: Comment | null): string {
  const isSame = unsent && unsent.content === content && unsent.replyTo?.id === replyTo?.id;
  return isSame ? unsent.key : randomId();
}

/** What could not be sent is back in the input, before anything typed since. */
export function withUnsent(desk: Desk, comment: NewComment, isParentGone: boolean): Partial<Desk> {
  return {
    text: desk.text === '' ? comment.content : `${comment.content}\n${desk.text}`,
    replyTo: desk.replyTo ?? (isParentGone ? null : comment.replyTo),
    unsent: comment,
    sending: desk.sending.filter(({ key }) => key !== comment.key),
  };
}
