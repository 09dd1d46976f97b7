import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { lookForRelease, newerRelease } from '../lib/kept-app.ts';
import { InstallOffer } from './install-offer.tsx';
import { reloadWhenOutdated } from './outdated-page.ts';
import { UpdateBar } from './update-bar.tsx';

/** What the device has to say at the bottom of every screen, one thing at a time. */
export function DeviceBars() {
  const client = useQueryClient();
  const isNewerThere = useSyncExternalStore(newerRelease.subscribe, newerRelease.isThere);
  useEffect(() => reloadWhenOutdated(client), [client]);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && lookForRelease();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isNewerThere ? <UpdateBar /> : <InstallOffer />;
}
