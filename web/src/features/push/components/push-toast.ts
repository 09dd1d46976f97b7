import { onceItMayOpen } from '../../../lib/device/at-rest.ts';
import { toast } from '../../../lib/screen/toast.ts';

const shownMs = 5_000;

/**
 * Shows a push that arrives while the person looks at the app. The toast waits while somebody types; the screen to which it leads needs
 * none.
 * @param ended aborted when the account's session is over: the next person at the phone must not read the toast
 */
export function showPushToast(
  title: string,
  body: string | undefined,
  path: string,
  open: (path: string) => void,
  ended: AbortSignal,
): void {
  onceItMayOpen(() => {
    if (path === location.pathname) return;
    toast.info(title, {
      // A later push about the same thing takes the place of this toast.
      id: `push ${path}`,
      description: body,
      action: { label: 'Lihat', onClick: () => open(path) },
      durationMs: shownMs,
    });
  }, ended);
}
