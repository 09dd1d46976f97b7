import { isSellerRole } from '@lapau/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isBeyondNow } from '../../lib/device/noted-time.ts';
import { subscribeToServerTime } from '../../lib/device/server-time.ts';
import { lostChanges } from '../../lib/outbox/lost-changes.ts';
import type { LostChange } from '../../lib/outbox/lost-changes.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { lookForRelease, newerRelease } from '../../lib/session/kept-app.ts';
import { useSession } from '../../lib/session/session.tsx';
import { InstallOffer } from './install-offer.tsx';
import { LostBar } from './lost-bar.tsx';
import { reloadWhenOutdated } from './outdated-page.ts';
import { UpdateBar } from './update-bar.tsx';

/** The bars at the bottom of every screen by which the device tells something, one bar at a time. */
export function DeviceBars() {
  const client = useQueryClient();
  const isNewerThere = useSyncExternalStore(newerRelease.subscribe, newerRelease.isThere);
  const [isPutAway, setIsPutAway] = useState(false);
  useEffect(() => reloadWhenOutdated(client), [client]);
  useEffect(() => {
    // The phone's clock has been put back since: answers with a time to come would count as fresh until then.
    const isOfTheFuture = ({ state }: Query) => isBeyondNow(state.dataUpdatedAt);
    const refetchOfTheFuture = () =>
      void client.invalidateQueries({ predicate: isOfTheFuture }, { cancelRefetch: false });
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      lookForRelease();
      refetchOfTheFuture();
    };
    document.addEventListener('visibilitychange', look);
    const unsubscribe = subscribeToServerTime(refetchOfTheFuture);
    return () => {
      document.removeEventListener('visibilitychange', look);
      unsubscribe();
    };
  }, [client]);
  const lost = useLostChanges();
  if (lost.length > 0) return <LostBar changes={lost} />;
  return isNewerThere && !isPutAway ? <UpdateBar onPutAway={() => setIsPutAway(true)} /> : <InstallOffer />;
}

/** The texts of the person who is signed in that could not be sent and show nowhere else. */
function useLostChanges(): LostChange[] {
  const { profile } = useSession();
  const { entries } = useSyncExternalStore(outbox.subscribe, outbox.state);
  return useMemo(
    () => (profile ? lostChanges(entries, outbox.kindOf, isSellerRole(profile.role)) : []),
    [entries, profile],
  );
}
