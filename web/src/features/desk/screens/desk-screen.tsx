import { useQuery } from '@tanstack/react-query';
import { Megaphone, Plus, ScrollText } from 'lucide-react';
import { useRef } from 'react';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { PendingApplications } from '../../applications/components/pending-applications.tsx';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { adminStatsQuery } from '../api.ts';
import { DefaultSettings } from '../components/default-settings.tsx';
import { DayFigures, LinkFigures, Totals } from '../components/figures.tsx';
import { isNewVillage, VillageChecklist } from '../components/village-checklist.tsx';
import { WaitingDeletion } from '../components/waiting-deletion.tsx';
import { WaitingQueues } from '../components/waiting-queues.tsx';
import { WeekFigures } from '../components/week-figures.tsx';
import { useDeskRealtime } from '../realtime.ts';

/** The screen of the admins: what waits for them, the figures of the village, and the applications. */
export function DeskScreen() {
  const { data: stats, error, isError, refetch } = useQuery(adminStatsQuery);
  const { ask, dialog } = useDecision();
  const applications = useRef<HTMLHeadingElement>(null);
  useDeskRealtime();
  function showApplications() {
    applications.current?.scrollIntoView();
    applications.current?.focus({ preventScroll: true });
  }
  const firstSteps = stats && isNewVillage(stats) && <VillageChecklist stats={stats} />;
  const isAnythingWaiting = stats && Object.values(stats.waiting).some(({ count }) => count > 0);
  return (
    <div className="grid grid-cols-1 gap-5 px-3 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-2 pt-3">
        <Heading className="text-xl font-bold">Ringkasan</Heading>
        <LinkButton to="/admin/add-post" variant="quiet" icon={<Plus aria-hidden="true" className="size-5" />}>
          Buat postingan
        </LinkButton>
      </div>
      {stats ? (
        <>
          {stats.deletion_waits_until != null && <WaitingDeletion until={stats.deletion_waits_until} />}
          {!isAnythingWaiting && firstSteps}
          <WaitingQueues waiting={stats.waiting} onShowApplications={showApplications} />
          {isAnythingWaiting && firstSteps}
          <Totals {...stats} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[2fr_1fr]">
            <div className="grid grid-cols-1 gap-2">
              <DayFigures days={stats.days} />
              <LinkFigures days={stats.days} />
            </div>
            <DefaultSettings keys={stats.default_settings} />
            <WeekFigures />
          </div>
        </>
      ) : isError ? (
        <LoadFailure drawing="lost" title="Gagal memuat ringkasan." error={error} onRetry={() => void refetch()} />
      ) : (
        <StatsSkeleton />
      )}
      <section className="grid grid-cols-1 gap-3">
        <h2 ref={applications} tabIndex={-1} className="scroll-mt-20 text-lg font-semibold outline-none">
          Pengajuan
        </h2>
        <PendingApplications onAsk={ask} />
      </section>
      <LinkButton to="/ajak" variant="quiet" icon={<Megaphone aria-hidden="true" className="size-5" />}>
        Ajak warung
      </LinkButton>
      <LinkButton to="/admin/log" variant="quiet" icon={<ScrollText aria-hidden="true" className="size-5" />}>
        Catatan tindakan
      </LinkButton>
      {dialog}
    </div>
  );
}

const StatsSkeleton = () => (
  <LoadingSkeletons className="grid gap-5">
    <Skeleton className="h-43 rounded-card" />
    <Skeleton className="h-18 rounded-card" />
    <Skeleton className="h-60 rounded-card" />
  </LoadingSkeletons>
);
