import { useQuery } from '@tanstack/react-query';
import { Hourglass, Store } from 'lucide-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { myApplicationQuery } from '../api.ts';
import { useMyApplicationRealtime } from '../realtime.ts';
import { formatSentAt, isBeingDecided, stepOf, stepPath } from './application-fields.ts';
import { RejectionNote } from './rejection-note.tsx';

/** What became of one's application to become a seller, with the next step. */
export function ApplicationStatus() {
  useMyApplicationRealtime();
  const { data: application, error, isError, isFetching, refetch } = useQuery(myApplicationQuery);
  // The cache may have an approval that this buyer's role does not show: it may have been undone.
  if (application === undefined || (application?.status === 'approved' && isFetching)) {
    return isError ? (
      <LoadFailure
        drawing="stall"
        title="Gagal memuat pengajuan."
        retryVariant="quiet"
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <div role="status">
        <span className="sr-only">Memeriksa pengajuan...</span>
        <Skeleton className="h-11 rounded-control" />
      </div>
    );
  }
  if (application && isBeingDecided(application)) {
    return (
      <div className="grid gap-2">
        <Button variant="quiet" disabled icon={<Hourglass aria-hidden="true" className="size-5" />}>
          {application.status === 'pending' ? 'Pengajuan Sedang Ditinjau' : 'Pengajuan Sudah Dikirim'}
        </Button>
        <p className="own-box text-center text-small wrap-anywhere text-muted">
          <bdi>{application.warung_name}</bdi>, dikirim <span>{formatSentAt(application.created_at)}</span>
        </p>
      </div>
    );
  }
  if (application?.status === 'rejected') {
    return (
      <RejectionNote application={application}>
        <LinkButton to={stepPath(stepOf(application.rejection_field))} className="mt-1">
          Ajukan Ulang
        </LinkButton>
      </RejectionNote>
    );
  }
  return (
    <LinkButton to="/become-seller" icon={<Store aria-hidden="true" className="size-5" />}>
      Daftar Jadi Penjual
    </LinkButton>
  );
}
