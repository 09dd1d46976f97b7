import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';

/** The message on the screens of one's own stall, when there is none. */
export const MissingOwnWarung = () => (
  <EmptyState drawing="stall" title="Data warung tidak ditemukan. Silakan coba mendaftar ulang atau hubungi dukungan.">
    <LinkButton to="/become-seller">Daftar ulang</LinkButton>
    <LinkButton to="/about" variant="quiet">
      Hubungi dukungan
    </LinkButton>
  </EmptyState>
);
