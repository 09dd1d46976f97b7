import { isSellerRole } from '@lapau/contract/roles';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { DishFields } from '../composer/own-fields.tsx';
import { PostForm } from '../composer/post-form.tsx';
import { newPostTexts } from '../composer/posting-texts.ts';
import { sendingDishes } from '../composer/sending-dishes.ts';

const returnPath = '/my-warung';

/** Adds a dish to one's own stall. */
export function AddMenuScreen() {
  const { profile, warung } = useMember();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  /** The id of a dish whose posting was taken back or refused. */
  const takenBack = params.get('draf');
  const held = useOutboxEntries(sendingDishes).filter(({ subject }) => takenBack && subject.endsWith(` ${takenBack}`));
  function forget() {
    void outbox.remove(held.map(({ id }) => id));
    void navigate(returnPath, { replace: true });
  }
  if (!isSellerRole(profile.role)) return <NotASeller />;
  // An admin without a stall can only add admin posts (D42).
  if (profile.role === 'admin' && !warung) return <Navigate to="/admin/add-post" replace />;
  return (
    <div className="px-4 pb-6">
      <ScreenTitle title="Tambah Menu" backTo={returnPath} />
      <PostForm
        kind="menu"
        key={takenBack}
        draftName={takenBack ? `posting ${takenBack}` : 'menu'}
        texts={newPostTexts}
        onDiscarded={takenBack ? forget : undefined}
        onPosted={() => void navigate(returnPath, { replace: true })}
        fields={DishFields}
      />
    </div>
  );
}

function NotASeller() {
  return (
    <>
      <Heading>Tambah Menu</Heading>
      <EmptyState drawing="stall" title="Anda tidak memiliki izin untuk menambahkan postingan.">
        <LinkButton to="/become-seller">Daftar Jadi Penjual</LinkButton>
        <LinkButton to="/" variant="quiet">
          Kembali
        </LinkButton>
      </EmptyState>
    </>
  );
}
