import { meantScreen } from '@lapau/contract/links';
import { Navigate } from 'react-router';
import { isFromDevice } from '../../lib/calls/boot.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Heading } from '../../ui/parts/heading.tsx';
import { EmptyState } from '../../ui/waiting/empty-state.tsx';
import { LoadFailure } from '../../ui/waiting/load-failure.tsx';

/** Matches the printed addresses of stalls; only the server knows which stall each means. */
const printed = /^\/+w(?:[^a-z]|$)/i;

/** Handles an address without a screen: opens the screen that a changed link was meant for, or says that there is none. */
export function NotFoundScreen() {
  const { pathname, search } = window.location;
  const meant = meantScreen(pathname + search);
  if (meant !== undefined) return <Navigate to={meant} replace />;
  return (
    <main className="grid min-h-dvh place-content-center">
      {isFromDevice && printed.test(pathname) ? (
        <LoadFailure
          drawing="lost"
          title="Warung ini belum bisa dibuka."
          error={null}
          onRetry={() => window.location.reload()}
        >
          <LinkButton variant="quiet" to="/">
            Ke Feed
          </LinkButton>
        </LoadFailure>
      ) : (
        <>
          <Heading className="text-center text-2xl font-bold">404</Heading>
          <EmptyState drawing="lost" title="Oops! Page not found" text="Halaman yang Anda cari tidak ada.">
            <LinkButton to="/">Ke Feed</LinkButton>
          </EmptyState>
        </>
      )}
    </main>
  );
}
