import { stallStart, startsAtStall } from '@lapau/contract/boot';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { bootedSession } from '../lib/calls/boot.ts';
import { isSessionLeft } from '../lib/calls/left-session.ts';
import { useSession } from '../lib/session/session.tsx';
import { checkStart, startChoice } from '../lib/session/start-choice.ts';

/** Whether this page has gone to the stall by itself, while it was not known yet who is signed in. */
let isUnchecked = false;

/** Whether the app is being started, and not brought to '/' by a link, a reload or going back. */
function isStart(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    location.pathname + location.search + location.hash === '/' && !document.referrer && opening?.type === 'navigate'
  );
}

/**
 * Has a start show the cook's own stall, if they have chosen so here: before anything is rendered, so that the feed does not show before it. A
 * page that the server has rendered stays, as it is seen already.
 */
export function startWhereChosen(root: HTMLElement): void {
  const choice = startChoice();
  if (choice === null || root.dataset.rendered !== undefined || isSessionLeft() || !isStart()) return;
  const session = bootedSession();
  if (session ? !startsAtStall(session, choice) : session === null) return;
  isUnchecked = true;
  window.history.replaceState(window.history.state, '', stallStart);
}

/** Sends somebody who is not the cook of that choice to the feed, once it is known who is signed in. */
export function useStart(): void {
  const { session } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (!session) return;
    const isWrong = isUnchecked && !startsAtStall(session, startChoice());
    isUnchecked = false;
    checkStart(session);
    if (isWrong && location.pathname === stallStart) void navigate('/', { replace: true });
  }, [session, navigate]);
}
