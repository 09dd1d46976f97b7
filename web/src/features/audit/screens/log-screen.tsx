import { auditedActions } from '@lapau/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { filterRefusal } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { RefusedFilter } from '../../../ui/refused-filter.tsx';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useUrlFilter } from '../../../ui/use-url-filter.ts';
import { auditLogQuery } from '../api.ts';
import type { AuditFilter } from '../api.ts';
import { AuditRow } from '../components/audit-row.tsx';
import { auditTexts } from '../components/audit-texts.ts';

const actionOptions = {
  '': 'Semua tindakan',
  ...Object.fromEntries(auditedActions.map((action) => [action, auditTexts[action].label])),
};

/** What admins did (D43), filtered by person, action and item; nobody changes it. */
export function LogScreen() {
  const { filter, set, clear } = useUrlFilter(['orang', 'tindakan', 'hal']);
  const { orang, tindakan, hal } = filter;
  const action = auditedActions.find((known) => known === tindakan);
  return (
    <div className="mx-auto max-w-column px-3 pb-6">
      <ScreenTitle title="Catatan tindakan" backTo="/admin/settings" />
      <p className="pb-2 text-small text-muted">
        Yang dilakukan admin, selama setahun. Tidak ada yang dapat mengubahnya.
      </p>
      <div className="flex flex-wrap gap-2 pb-3">
        <ChoiceFilter
          name="Tindakan"
          value={action ?? ''}
          onChange={(value) => set('tindakan', value)}
          options={actionOptions}
        />
        {(orang !== '' || hal !== '') && (
          <Button variant="quiet" onClick={clear}>
            {orang !== '' ? 'Tampilkan semua orang' : 'Tampilkan semua hal'}
          </Button>
        )}
      </div>
      <LogList
        key={`${orang} ${action} ${hal}`}
        filter={{
          ...(orang !== '' && { person_id: orang }),
          ...(action && { action }),
          ...(hal !== '' && { target_id: hal }),
        }}
        onFilter={set}
        onClear={clear}
      />
    </div>
  );
}

type LogListProps = { filter: AuditFilter; onFilter: (name: string, value: string) => void; onClear: () => void };

function LogList({ filter, onFilter, onClear }: LogListProps) {
  const query = useInfiniteQuery(auditLogQuery(filter));
  const entries = query.data?.pages.flat();
  const refusal = filterRefusal(query.error);
  if (refusal !== undefined) return <RefusedFilter reason={refusal} onClear={onClear} />;
  if (!entries) {
    return query.isError ? (
      <LoadFailure drawing="lost" title="Gagal memuat catatan tindakan." onRetry={() => void query.refetch()} />
    ) : (
      <LogSkeletons />
    );
  }
  if (entries.length === 0) {
    return Object.keys(filter).length === 0 ? (
      <EmptyState drawing="plate" title="Belum ada tindakan." />
    ) : (
      <EmptyState drawing="search" title="Tidak ada tindakan yang cocok.">
        <Button variant="quiet" onClick={onClear}>
          Hapus filter
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <ol aria-label="Tindakan" className="grid gap-3">
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} onFilter={onFilter} />
        ))}
      </ol>
      <ListEnd key={entries.length} query={query} failed="Gagal memuat catatan tindakan.">
        <LogSkeletons />
      </ListEnd>
    </>
  );
}

const LogSkeletons = () => (
  <LoadingSkeletons count={5} className="grid gap-3">
    <Skeleton className="h-28 rounded-card" />
  </LoadingSkeletons>
);
