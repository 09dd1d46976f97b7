import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export function NotFoundScreen() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <Heading className="text-center text-2xl font-bold">404</Heading>
      <EmptyState drawing="lost" title="Oops! Page not found" text="Halaman yang Anda cari tidak ada.">
        <LinkButton to="/">Ke Feed</LinkButton>
      </EmptyState>
    </main>
  );
}
