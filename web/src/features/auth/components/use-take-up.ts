import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { sessionQuery } from '../../../lib/session/session-query.ts';
import { useSession } from '../../../lib/session/session.tsx';

/** The message for browsers that keep no cookies, with which nobody can sign in. */
export const noCookies =
  'Browser ini menolak cookie. Tanpa cookie Anda tidak bisa masuk. Izinkan cookie untuk situs ini di pengaturan browser, lalu muat ulang halaman ini.';

/**
 * Takes up the session that the server has just begun for a form. With `mayBeUnread` it does not throw when the session could not be
 * read: where the form's link works only once, sending the form again would fail.
 * @throws ApiError `unauthenticated` when the browser has not kept the session's cookie, or why the session could not be read
 */
export function useTakeUp(): (options?: { mayBeUnread: boolean }) => Promise<void> {
  const client = useQueryClient();
  const { refetch } = useSession();
  return async ({ mayBeUnread } = { mayBeUnread: false }) => {
    if (await refetch()) return;
    const unread = client.getQueryState(sessionQuery.queryKey)?.error;
    if (unread && mayBeUnread) return;
    throw unread ?? new ApiError('unauthenticated', 401, noCookies);
  };
}
