import type { LoginLink } from '@lapau/contract/links';
import { LinkButton } from '../../../ui/link-button.tsx';

type CutLinkProps = {
  opens: LoginLink['opens'];
  hrefFor: (mode?: 'lupa') => string;
};

/** Says where to get another link, when the end of a mailed or printed one is missing. */
export function CutLink({ opens, hrefFor }: CutLinkProps) {
  return (
    <>
      <p role="alert" className="rounded-card bg-raised px-4 py-3">
        {opens === 'firstAdmin' && 'Link ini terpotong. Salin link lengkapnya dari server, lalu buka lagi.'}
        {opens === 'resetPassword' && 'Link ini terpotong. Minta link baru.'}
        {opens === 'verifyEmail' &&
          'Link ini terpotong. Minta link baru: masuk dengan kata sandi Anda, lalu linknya dikirim lagi.'}
      </p>
      {opens === 'resetPassword' ? (
        <LinkButton to={hrefFor('lupa')}>Minta link baru</LinkButton>
      ) : (
        <LinkButton to={hrefFor()}>Ke halaman masuk</LinkButton>
      )}
    </>
  );
}
