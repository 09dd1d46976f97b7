import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOpensByItself } from '../../lib/device/at-rest.ts';
import { noteUse, takeOffer } from '../../lib/offers/install-days.ts';
import { installWays, openInstallDialog } from '../../lib/offers/install.ts';
import { untilQuiet } from '../../lib/offers/quiet.ts';
import { useSettings } from '../../lib/query/settings.tsx';
import { Button } from '../../ui/buttons/button.tsx';

/** The successes after which the app is offered: kinds of the outbox, and mutations with the same key. */
const successes = new Set<unknown>(['like', 'save', 'comment', 'message', 'dish', 'posts-open', 'warung-open']);

/** Whether the offer could be seen: where its class hides it, as on a low screen, it would count as the month's offer all the same. */
const hasRoom = (): boolean =>
  !document.documentElement.matches('[data-actions], [data-typing], [data-own-bottom]') &&
  matchMedia('(min-height: 31rem)').matches;

/** Offers to install the app, once something has succeeded, on the second day or later, once a month at most. */
export function InstallOffer() {
  const client = useQueryClient();
  const { site_title: siteTitle } = useSettings();
  const [isOffered, setIsOffered] = useState(false);
  const way = useSyncExternalStore(installWays.subscribe, installWays.now);
  const hidden = !useOpensByItself(isOffered);

  useEffect(() => {
    noteUse(new Date());
    const leaving = new AbortController();
    let isWaiting = false;
    const offer = async () => {
      if (isWaiting || installWays.now() === null) return;
      isWaiting = true;
      const isQuiet = await untilQuiet(leaving.signal, hasRoom);
      if (isQuiet && installWays.now() !== null && takeOffer(new Date())) setIsOffered(true);
      isWaiting = false;
    };
    const unsubscribe = client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== 'updated' || mutation.state.status !== 'success' || mutation.state.data === null) return;
      if (successes.has(mutation.options.mutationKey?.[0])) void offer();
    });
    return () => {
      leaving.abort();
      unsubscribe();
    };
  }, [client]);

  if (!isOffered || way === null) return null;
  const close = () => setIsOffered(false);
  const install = () => {
    close();
    void openInstallDialog();
  };
  return (
    <div
      role="status"
      data-covers="bottom"
      hidden={hidden}
      className="fixed inset-x-3 bottom-[calc(var(--spacing)*24+env(safe-area-inset-bottom))] z-20 mx-auto grid max-h-[34dvh] max-w-104 gap-3 overflow-y-auto rounded-card border border-line bg-raised p-4 shadow-lg lg:bottom-6 [@media(height<31rem)]:hidden [[hidden]]:hidden in-data-actions:hidden in-data-own-bottom:hidden in-data-typing:hidden"
    >
      <p>
        <b className="block font-semibold">
          Pasang <bdi>{siteTitle}</bdi> di layar utama
        </b>
        <span className="text-small text-muted">
          {way === 'dialog'
            ? 'Terbuka sekali ketuk, juga tanpa sinyal.'
            : 'Ketuk Bagikan, lalu ‘Tambahkan ke Layar Utama’.'}
        </span>
      </p>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={close}>
          {way === 'dialog' ? 'Nanti' : 'Mengerti'}
        </Button>
        {way === 'dialog' && <Button onClick={install}>Pasang</Button>}
      </div>
    </div>
  );
}
