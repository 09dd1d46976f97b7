import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { appealRemoval, myAppealQuery } from '../api.ts';
import { AppealForm } from './appeal-form.tsx';
import { AppealOutcome } from './appeal-outcome.tsx';

/** Lets a person appeal once against the removal of something of their own, and shows what became of it. */
export function RemovalAppeal({ decisionId }: { decisionId: string }) {
  const { user } = useMember();
  const { data: appeal, error, refetch } = useQuery(myAppealQuery(decisionId));
  if (appeal) return <AppealOutcome {...appeal} />;
  if (appeal === null) {
    return (
      <AppealForm
        draftKey={`${user.id} appeal-${decisionId}`}
        sending={appealRemoval(decisionId)}
        onSent={() => void refetch()}
      />
    );
  }
  if (!error) {
    return (
      <LoadingSkeletons>
        <Skeleton className="h-11 w-44 rounded-control" />
      </LoadingSkeletons>
    );
  }
  // The decision is gone, as decisions are kept for a year only.
  if (error instanceof ApiError && error.code === 'decision_not_found') return null;
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p>Gagal memuat keberatan.</p>
      <Button variant="quiet" onClick={() => void refetch()}>
        Coba lagi
      </Button>
    </div>
  );
}
