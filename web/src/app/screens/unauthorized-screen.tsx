import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export function UnauthorizedScreen() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <Heading className="text-center text-2xl font-bold">Akses Ditolak</Heading>
      <EmptyState drawing="locked" title="Anda tidak memiliki izin untuk membuka halaman ini.">
        <LinkButton to="/">Ke Feed</LinkButton>
      </EmptyState>
    </main>
  );
}
