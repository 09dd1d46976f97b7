import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { SettingsProvider } from '../lib/query/settings.tsx';
import { SessionContextProvider } from '../lib/session/session.tsx';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageRealtime } from './page-realtime.tsx';

type PageProps = {
  client: QueryClient;
  /** Puts the router around the app: the browser's own, or on the server one that stays at the page's address. */
  router: (app: ReactNode) => ReactNode;
};

/** The whole page, as the server renders it and as the browser takes it over: both need the same components in the same places. */
export const Page = ({ client, router }: PageProps) => (
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        {router(
          <SettingsProvider>
            <SessionContextProvider>
              <PageRealtime>
                <App />
              </PageRealtime>
            </SessionContextProvider>
          </SettingsProvider>,
        )}
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>
);
