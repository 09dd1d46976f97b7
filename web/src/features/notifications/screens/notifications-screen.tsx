import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { notificationsQuery } from '../api.ts';
import { ListActions } from '../components/list-actions.tsx';
import { markRead } from '../components/marks.ts';
import { NotificationRow, NotificationSkeletons } from '../components/notification-row.tsx';

const failed = 'Gagal memuat notifikasi.';

/** What happened around one's own posts and comments. */
export function NotificationsScreen() {
  const query = useInfiniteQuery(notificationsQuery);
  const { data, isError } = query;
  const { mutate: read } = useMutation(markRead);
  const rows = data?.pages.flat() ?? [];
  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Notifikasi" backTo="/" />
      </div>
      <ListActions hasRows={rows.length > 0} />
      {!data && !isError && <NotificationSkeletons count={5} />}
      {!data && isError && <LoadFailure drawing="bell" title={failed} onRetry={() => void query.refetch()} />}
      {data && rows.length === 0 && <EmptyState drawing="bell" title="Tidak ada notifikasi baru." />}
      {rows.length > 0 && (
        <>
          <ul aria-label="Notifikasi">
            {rows.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} onRead={read} />
            ))}
          </ul>
          <ListEnd key={rows.length} query={query} failed={failed}>
            <NotificationSkeletons count={2} />
          </ListEnd>
        </>
      )}
    </>
  );
}
