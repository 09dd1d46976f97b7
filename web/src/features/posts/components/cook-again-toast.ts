import { limits } from '@lapau/contract/limits';
import type { MenuPost } from '@lapau/contract/posts';
import type { MyWarung } from '@lapau/contract/warungs';
import { serverNow } from '../../../lib/device/server-time.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { cookAgain } from '../api-cook-again.ts';
import { cookedText } from './cook-again-texts.ts';

const toastId = 'cook-again';

/** Cooks chosen dishes again, shows that at once, and says what has become of it. It can be undone for ten seconds. */
export function cookWithToast(
  warung: Pick<MyWarung, 'id' | 'is_open'>,
  dishes: readonly MenuPost[],
  onCloseAgain: () => void,
): void {
  const { answer, undo } = cookAgain(warung.id, dishes);
  const undoing = {
    durationMs: limits.undoMs,
    action: {
      label: 'Urungkan',
      onClick: () => {
        undo();
        if (!warung.is_open) onCloseAgain();
      },
    },
  };
  toast.success(`${dishes.length} masakan ditandai tersedia.`, { id: toastId, ...undoing });
  void answer.then((cooked) => {
    if (!cooked) return;
    const { text, description } = cookedText(cooked, {
      asked: dishes.length,
      hasOpened: !warung.is_open,
      now: new Date(serverNow()),
    });
    toast.success(text, { id: toastId, description, ...(cooked.undo_id && undoing) });
  });
}
