import { QueryClientProvider, onlineManager } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { speakAs } from '../lib/calls/api.ts';
import { retryFailedCode } from '../lib/device/lazy-code.ts';
import '../lib/offers/install-prompt.ts';
import { startPageTime } from '../lib/device/page-time.ts';
import { followNetwork } from '../lib/network/follow-network.ts';
import { createQueryClient } from '../lib/query/query.ts';
import { SettingsProvider } from '../lib/query/settings.tsx';
import { recheckSession, sessionQuery } from '../lib/session/session-query.ts';
import { SessionContextProvider } from '../lib/session/session.tsx';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageRealtime } from './page-realtime.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');

startPageTime();
const queryClient = createQueryClient((client) => void recheckSession(client));
speakAs(() => queryClient.getQueryData(sessionQuery.queryKey)?.session?.user.id);

const app = (
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        {/* Without transitions a navigation shows at once, with 'Memuat...', instead of keeping the old screen. */}
        <BrowserRouter useTransitions={false}>
          <SettingsProvider>
            <SessionContextProvider>
              <PageRealtime>
                <App />
              </PageRealtime>
            </SessionContextProvider>
          </SettingsProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>
);

followNetwork(window);
if (!navigator.onLine) onlineManager.setOnline(false);
// The subscription comes before the first render: the network may fail while a slow phone still renders.
onlineManager.subscribe((isOnline) => isOnline && void retryFailedCode());

// The render is a transition, so that a slow phone renders in slices and handles taps between them.
startTransition(() => createRoot(root).render(app));
