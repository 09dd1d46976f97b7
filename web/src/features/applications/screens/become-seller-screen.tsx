import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { useMember } from '../../../lib/session/session.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { myApplicationQuery } from '../api.ts';
import { isBeingDecided, stepOf, stepPath, steps } from '../components/application-fields.ts';
import { ApplicationStatus } from '../components/application-status.tsx';
import { RejectionNote } from '../components/rejection-note.tsx';
import { ApplicationForm } from '../composer/application-form.tsx';
import { useMyApplicationRealtime } from '../realtime.ts';

/** Applies to become a seller; shows how it stands while an application is being looked at. */
export function BecomeSellerScreen() {
  const { profile, warung } = useMember();
  useMyApplicationRealtime();
  const [search] = useSearchParams();
  const { data: application, error, isError, refetch } = useQuery(myApplicationQuery);
  const asked = Number(search.get('langkah'));
  const step = Number.isInteger(asked) && asked >= 1 && asked <= steps.length ? asked : 1;

  const isSeller = profile.role === 'penjual' || (profile.role === 'admin' && warung !== null);
  if (isSeller) return <Navigate to="/my-warung" replace />;

  const rejected = application?.status === 'rejected' ? application : undefined;
  return (
    <div className="px-4 pb-6">
      <ScreenTitle title="Daftar Jadi Penjual" backTo={step > 1 ? stepPath(step - 1) : '/profile'} />
      {application === undefined &&
        (isError ? (
          <LoadFailure drawing="stall" title="Gagal memuat pengajuan." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        ))}
      {application && isBeingDecided(application) && (
        <div className="grid gap-5">
          <ApplicationStatus />
          <p>Pengajuan sudah dikirim dari akun ini. Anda diberi tahu begitu admin memutuskannya.</p>
          <LinkButton to="/">Ke Feed</LinkButton>
        </div>
      )}
      {application !== undefined && !(application && isBeingDecided(application)) && (
        <div className="grid gap-5">
          {rejected && stepOf(rejected.rejection_field) === step && <RejectionNote application={rejected} />}
          <ApplicationForm key={application?.id} step={step} rejected={rejected} />
        </div>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Memeriksa pengajuan...</span>
      <Skeleton className="h-9" />
      <Skeleton className="h-18 rounded-control" />
      <Skeleton className="h-28 rounded-control" />
      <Skeleton className="h-18 rounded-control" />
    </div>
  );
}
