import type { ReactNode } from 'react';
import { useSession } from '../../../lib/session/session.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';

type EmptyVillageProps = {
  drawing: 'plate' | 'stall';
  title: string;
  /** More that can be done. */
  children?: ReactNode;
};

/** Stands for a list while nobody cooks in the village: its next step brings the first food. */
export function EmptyVillage({ drawing, title, children }: EmptyVillageProps) {
  const role = useSession().profile?.role;
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      text={
        role === 'penjual'
          ? 'Jadilah yang pertama: pasang yang Anda masak hari ini.'
          : 'Belum ada yang memasang makanan. Kenal yang pandai memasak? Ajak memasangnya di sini.'
      }
    >
      {role === 'penjual' && <LinkButton to="/my-warung/tambah-menu">Tambah menu</LinkButton>}
      <LinkButton to="/ajak" variant={role === 'penjual' ? 'quiet' : 'primary'}>
        Ajak warung
      </LinkButton>
      {role === 'pembeli' && (
        <LinkButton to="/become-seller" variant="quiet">
          Daftar Jadi Penjual
        </LinkButton>
      )}
      {role === 'admin' && (
        <LinkButton to="/admin" variant="quiet">
          Buka Admin Dashboard
        </LinkButton>
      )}
      {children}
    </EmptyState>
  );
}
