import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { queueOf } from '../../../lib/outbox/queue.ts';
import { removeDraft, storeDraft } from './device-draft.ts';
import type { Draft } from './draft.ts';
import { sendingDishes } from './sending-dishes.ts';

type Options = {
  /** The person whose folder has the photos. */
  ownerId: string;
  /** Aborted when the form has been left, and nobody waits for the end of the posting. */
  left: AbortSignal;
  /** Called once the dish is stored on the device. */
  onStored: () => void;
};

/**
 * Hands a dish, whose photos need not be uploaded yet, to the outbox.
 * @param draftName the name of the dish on its way; a dish that is posted again replaces the refused one
 * @returns once it is posted, or waits for the signal and shows in the menu
 * @throws ApiError when the server refuses it: it has then left the outbox and belongs to the form again
 */
export async function postLater(draftName: string, draft: Draft, { ownerId, left, onStored }: Options): Promise<void> {
  // A dish shows as waiting only if the device has all of it.
  await storeDraft(draftName, draft);
  const leaving = new AbortController();
  const dish = { draftName, ownerId, foodName: draft.texts.food_name };
  const posting = outbox.submit(sendingDishes, draftName, dish, { onStored, left: leaving.signal });
  const queue = queueOf({ kind: sendingDishes.name, subject: draftName });
  const look = () => {
    const { entries, stuck } = outbox.state();
    const isHeld = entries.some((entry) => queueOf(entry) === queue && entry.held);
    if (left.aborted || stuck.has(queue) || isHeld) leaving.abort();
  };
  left.addEventListener('abort', look, { signal: leaving.signal });
  const unsubscribe = outbox.subscribe(look);
  look();
  const outcome = await posting;
  unsubscribe();
  if (outcome.type !== 'returned') return;
  removeDraft(draftName);
  throw outcome.error;
}
