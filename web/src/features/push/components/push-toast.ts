import { onceItMayOpen } from '../../../lib/device/at-rest.ts';
import { toast } from '../../../lib/screen/toast.ts';

const shownMs = 5_000;

/**
 * A push that arrives while the person looks at the app. Its button waits for who types; the screen that it leads to shows it already.
 * @param ended when the account's session is over: the next person at the phone must not read it
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
      // What comes later about the same thing takes its place.
      id: `push ${path}`,
      description: body,
      action: { label: 'Lihat', onClick: () => open(path) },
      durationMs: shownMs,
    });
  }, ended);
}
