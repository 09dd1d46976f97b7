import type { LoginLink } from '@lapau/contract/links';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';

type CutLinkProps = {
  opens: LoginLink['opens'];
  hrefFor: (mode?: 'lupa') => string;
};

const texts: Record<LoginLink['opens'], string> = {
  firstAdmin: 'Tautan ini terpotong. Salin tautan lengkapnya dari server, lalu buka lagi.',
  resetPassword: 'Tautan ini terpotong. Minta tautan baru.',
  verifyEmail: 'Tautan ini terpotong. Minta tautan baru: masuk dengan kata sandi Anda.',
};

/** Says where to get another link, when the end of a mailed or printed one is missing. */
export function CutLink({ opens, hrefFor }: CutLinkProps) {
  return (
    <>
      <p role="alert" className="rounded-card bg-raised px-4 py-3">
        {texts[opens]}
      </p>
      {opens === 'resetPassword' ? (
        <LinkButton to={hrefFor('lupa')}>Minta tautan baru</LinkButton>
      ) : (
        <LinkButton to={hrefFor()}>Ke halaman masuk</LinkButton>
      )}
    </>
  );
}
