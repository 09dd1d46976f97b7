import { limits } from '@lapau/contract/limits';
import type { MenuPost } from '@lapau/contract/posts';
import type { MyWarung } from '@lapau/contract/warungs';
import { serverNow } from '../../../lib/device/server-time.ts';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { cookAgainKind } from '../../../lib/session/own-stall.ts';
import { useOutbox } from '../../../lib/session/use-outbox.ts';
import { cookAgainChanges } from '../api-cook-again.ts';
import { availabilityChanges } from '../api-menu.ts';
import { cookedText } from './cook-again-texts.ts';
import { useMarkDishes } from './use-mark-dishes.ts';

const toastId = 'cook-again';

/** Cooks chosen dishes again, shows that at once, and says what has become of it. It can be undone for ten seconds. */
export function useCookAgain(warung: Pick<MyWarung, 'id' | 'is_open'>, onCloseAgain: () => void) {
  const { submit } = useOutbox(cookAgainChanges, warung.id);
  const { submit: submitMark } = useOutbox(availabilityChanges, warung.id);
  const { markAsBefore } = useMarkDishes(warung.id);
  return (dishes: readonly MenuPost[]) => {
    const undone = (undo: () => void) => ({
      durationMs: limits.undoMs,
      action: {
        label: 'Urungkan',
        onClick: () => {
          undo();
          if (!warung.is_open) onCloseAgain();
        },
      },
    });
    const before = dishes.map(({ id, is_open, reopens_at }) => ({ id, is_open, reopens_at }));
    const outcome = submit({ dishes: dishes.map(({ id, created_at }) => ({ id, created_at })) });
    toast.success(`${dishes.length} masakan ditandai tersedia.`, {
      id: toastId,
      ...undone(() => {
        // What has not been sent yet is not sent any more; marks take back what may be on its way.
        const unsent = outbox.state().entries.filter(({ kind }) => kind === cookAgainKind);
        void outbox.remove(unsent.map(({ id }) => id));
        markAsBefore(dishes);
      }),
    });
    void outcome.then((how) => {
      if (how.type !== 'sent') return;
      const { undo_id } = how.answer;
      const { text, description } = cookedText(how.answer, {
        asked: dishes.length,
        hasOpened: !warung.is_open,
        now: new Date(serverNow()),
      });
      toast.success(text, {
        id: toastId,
        description,
        ...(undo_id && undone(() => void submitMark({ undo_id, before }))),
      });
    });
  };
}
