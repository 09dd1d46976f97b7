import { onlineManager } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { speakAs } from '../lib/calls/api.ts';
import { tellOfLeftSession } from '../lib/calls/left-session.ts';
import { retryFailedCode } from '../lib/device/lazy-code.ts';
import '../lib/offers/install-prompt.ts';
import { startPageTime } from '../lib/device/page-time.ts';
import { followNetwork } from '../lib/network/follow-network.ts';
import { createQueryClient } from '../lib/query/query.ts';
import { recheckSession, sessionQuery } from '../lib/session/session-query.ts';
import { Page } from './page.tsx';
import { startWhereChosen } from './start.ts';
import { takeRendered } from './take-rendered.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');

startPageTime();
startWhereChosen(root);
tellOfLeftSession();
const queryClient = createQueryClient((client) => void recheckSession(client));
speakAs(() => queryClient.getQueryData(sessionQuery.queryKey)?.session?.user.id);

followNetwork(window);
if (!navigator.onLine) onlineManager.setOnline(false);
// The subscription comes before the first render: the network may fail while a slow phone still renders.
onlineManager.subscribe((isOnline) => isOnline && void retryFailedCode());

const page = (
  <Page
    client={queryClient}
    // Without transitions a navigation shows at once, with 'Memuat...', instead of keeping the old screen.
    router={(app) => <BrowserRouter useTransitions={false}>{app}</BrowserRouter>}
  />
);

// A page that is shown again by going back may be older than a sign-in, which its form has made by itself.
const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (opening?.type === 'back_forward') void recheckSession(queryClient);

// This is no await at the module's top: the code of screens imports this module's chunk, and would wait for it.
void takeRendered(root).then((isTaken) =>
  // The render is a transition, so that a slow phone renders in slices and handles taps between them.
  startTransition(() => {
    if (isTaken) hydrateRoot(root, page);
    else createRoot(root).render(page);
  }),
);
