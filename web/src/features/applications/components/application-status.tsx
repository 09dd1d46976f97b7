import { useQuery } from '@tanstack/react-query';
import { Hourglass, Store } from 'lucide-react';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { myApplicationQuery } from '../api.ts';
import { useMyApplicationRealtime } from '../realtime.ts';
import { stepOf, stepPath } from './application-fields.ts';
import { RejectionNote } from './rejection-note.tsx';

/** What became of one's application to become a seller, with the next step (D31). */
export function ApplicationStatus() {
  useMyApplicationRealtime();
  const { data: application, isError, refetch } = useQuery(myApplicationQuery);
  if (application === undefined) {
    return isError ? (
      <LoadFailure
        drawing="stall"
        title="Gagal memuat pengajuan."
        retryVariant="quiet"
        onRetry={() => void refetch()}
      />
    ) : (
      <div role="status">
        <span className="sr-only">Memeriksa pengajuan...</span>
        <Skeleton className="h-11 rounded-control" />
      </div>
    );
  }
  if (application?.status === 'pending') {
    return (
      <div className="grid gap-2">
        <Button variant="quiet" disabled icon={<Hourglass aria-hidden="true" className="size-5" />}>
          Pengajuan Sedang Ditinjau
        </Button>
        <p className="text-center text-small wrap-anywhere text-muted">
          {application.warung_name}, dikirim {formatDateTime(application.created_at)}
        </p>
      </div>
    );
  }
  if (application?.status === 'rejected') {
    return (
      <RejectionNote application={application}>
        <LinkButton to={stepPath(stepOf(application.rejection_field ?? ''))} className="mt-1">
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
