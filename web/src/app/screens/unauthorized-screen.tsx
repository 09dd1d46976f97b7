import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Heading } from '../../ui/parts/heading.tsx';
import { EmptyState } from '../../ui/waiting/empty-state.tsx';

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
