import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePendingOpen } from '../../../lib/session/own-stall.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { useOutbox } from '../../../lib/session/use-outbox.ts';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { MyMenu } from '../../posts/components/my-menu.tsx';
import { useHasDishes } from '../../posts/components/use-has-dishes.ts';
import { useWaitingToCook } from '../../posts/components/use-menu-changes.ts';
import { MissingOwnWarung } from '../../stats/components/missing-own-warung.tsx';
import { myWarungQuery, openChanges, wantedWarung } from '../api-own.ts';
import { MenuChecklist } from '../components/menu-checklist.tsx';
import { MyWarungActions } from '../components/my-warung-actions.tsx';
import { MyWarungHeader } from '../components/my-warung-header.tsx';
import type { WarungDialog } from '../components/my-warung-header.tsx';
import { OpenSwitch } from '../components/open-switch.tsx';
import { useMyWarungRealtime } from '../realtime.ts';

/** One's own stall: its photo, data and menu, and whether it is open. */
export function MyWarungScreen() {
  const { user } = useMember();
  const { data, error, isError, refetch } = useQuery(myWarungQuery);
  const { isStuck, later, submit } = useOutbox(openChanges, user.id);
  const cooking = useWaitingToCook(user.id);
  const pendingOpen = usePendingOpen();
  const now = useNow();
  const hasDishes = useHasDishes();
  const [openDialog, setOpenDialog] = useState<WarungDialog>();
  useMyWarungRealtime(user.id);
  const warung = data && wantedWarung(data, pendingOpen, new Date(now));
  const checklist = warung && (
    <MenuChecklist
      warung={warung}
      hasDishes={hasDishes === true}
      onChangePhoto={() => setOpenDialog('avatar')}
      onEdit={() => setOpenDialog('info')}
    />
  );
  return (
    <div className="px-3 pb-3">
      {warung ? (
        <MyWarungHeader warung={warung} openDialog={openDialog} onDialog={setOpenDialog} />
      ) : (
        <ScreenTitle title="Warung Saya" backTo="/profile" />
      )}
      {data === null ? (
        <MissingOwnWarung />
      ) : (
        <div className="grid gap-2">
          {warung ? (
            <>
              <OpenSwitch
                warung={warung}
                isStuck={isStuck || cooking.opensStall}
                later={isStuck ? later : cooking.later}
                onChange={(change) => void submit(change)}
              />
              <MyWarungActions
                warung={warung}
                onEdit={() => setOpenDialog('info')}
                onCloseAgain={() => void submit({ is_open: false })}
              />
            </>
          ) : isError ? (
            <LoadFailure
              drawing="stall"
              title="Gagal memuat data warung."
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <LoadingSkeletons>
              <Skeleton className="h-18 rounded-card" />
              <Skeleton className="mt-2 h-11 rounded-control" />
            </LoadingSkeletons>
          )}
          {hasDishes === false && checklist}
          <section aria-label="Menu">
            <MyMenu warungId={user.id} />
          </section>
          {/* The checklist stands below the dishes once there are some, as those are what the screen is for. */}
          {hasDishes && checklist}
        </div>
      )}
    </div>
  );
}
