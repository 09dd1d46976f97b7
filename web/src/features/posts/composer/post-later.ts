import { ApiError } from '../../../lib/calls/api-error.ts';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { queueOf } from '../../../lib/outbox/queue.ts';
import { removeDraft, storeDraft } from './device-draft.ts';
import type { Draft } from './draft.ts';
import { sendingDishes, shownInForm } from './sending-dishes.ts';

/** Whether a draft has been posted, or waits for the signal. */
export type Posted = 'posted' | 'waiting';

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
 * @returns once it is posted, or waits for the signal
 * @throws ApiError when the server refuses it: it has then left the outbox and belongs to the form again
 */
export async function postLater(
  draftName: string,
  draft: Draft,
  { ownerId, left, onStored }: Options,
): Promise<Posted> {
  shownInForm.add(draftName);
  // A dish shows as waiting only if the device has all of it.
  await storeDraft(draftName, draft);
  const sent = outbox.submit(
    sendingDishes,
    draftName,
    { draftName, ownerId, foodName: draft.texts.food_name },
    onStored,
  );
  const queue = queueOf({ kind: sendingDishes.name, subject: draftName });
  const watching = new AbortController();
  try {
    return await new Promise<Posted>((resolve, reject) => {
      const look = () => {
        const { entries, stuck } = outbox.state();
        const entry = entries.find((one) => queueOf(one) === queue);
        if (left.aborted || stuck.has(queue)) resolve('waiting');
        else if (entry?.held?.because === 'refused') {
          const { code, reason, details } = entry.held;
          reject(new ApiError(code, 422, reason, { details }));
          void outbox.remove([entry.id]);
          removeDraft(draftName);
        }
      };
      void sent.then(({ type }) => resolve(type === 'sent' ? 'posted' : 'waiting'));
      left.addEventListener('abort', look, { signal: watching.signal });
      watching.signal.addEventListener('abort', outbox.subscribe(look));
      look();
    });
  } finally {
    watching.abort();
    shownInForm.delete(draftName);
  }
}
