import { auditedActions } from '@lapau/contract/audit';
import type { AuditEntry } from '@lapau/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/buttons/button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { ChoiceFilter } from '../../../ui/fields/choice-filter.tsx';
import { useUrlFilter } from '../../../ui/fields/use-url-filter.ts';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { auditLogQuery } from '../api.ts';
import type { AuditFilter } from '../api.ts';
import { AuditRow } from '../components/audit-row.tsx';
import type { OnFilter } from '../components/audit-row.tsx';
import { auditTexts } from '../components/audit-texts.ts';

const actionOptions = {
  '': 'Semua tindakan',
  ...Object.fromEntries(auditedActions.map((action) => [action, auditTexts[action].label])),
};

/** What admins did, filtered by person, action and item; nobody changes it. */
export function AuditScreen() {
  const { filter, set, setOnly, clear } = useUrlFilter(['orang', 'tindakan', 'hal']);
  const { orang, tindakan, hal } = filter;
  const kept = orang !== '' ? 'orang' : hal !== '' ? 'hal' : undefined;
  const action = auditedActions.find((known) => known === tindakan);
  return (
    <div className="px-3 pb-6">
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
        {kept && (
          <Button variant="quiet" onClick={() => set(kept, '')}>
            {kept === 'orang' ? 'Tampilkan semua orang' : 'Tampilkan semua hal'}
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
        onFilter={(name, value) => {
          setOnly(name, value);
          // The filtered list likely has the tapped entry at another place.
          window.scrollTo(0, 0);
        }}
        onClear={clear}
      />
    </div>
  );
}

type LogListProps = { filter: AuditFilter; onFilter: OnFilter; onClear: () => void };

function LogList({ filter, onFilter, onClear }: LogListProps) {
  const query = useInfiniteQuery(auditLogQuery(filter));
  const { person_id: personId, target_id: targetId } = filter;
  return (
    <LongList
      query={query}
      rows={query.data?.pages.flat()}
      failed="Gagal memuat catatan tindakan."
      drawing="lost"
      skeletons={<LogSkeletons />}
      empty={
        Object.keys(filter).length === 0 ? (
          <EmptyState drawing="plate" title="Belum ada tindakan." />
        ) : (
          <EmptyState drawing="search" title="Tidak ada tindakan yang cocok.">
            <Button variant="quiet" onClick={onClear}>
              Hapus filter
            </Button>
          </EmptyState>
        )
      }
      onClearFilter={onClear}
    >
      {(entries) => (
        <>
          {personId !== undefined && (
            <h2 className="pb-2 font-semibold wrap-anywhere">{aboutPerson(entries, personId)}</h2>
          )}
          {personId === undefined && targetId !== undefined && <h2 className="pb-2 font-semibold">Riwayat satu hal</h2>}
          <ol aria-label="Tindakan" className="grid grid-cols-1 gap-3">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} filter={filter} onFilter={onFilter} />
            ))}
          </ol>
        </>
      )}
    </LongList>
  );
}

/** 'Semua tentang Bu Ani' */
function aboutPerson(entries: readonly AuditEntry[], id: string): string {
  const names = entries.map((entry) =>
    entry.target_user_id === id ? entry.target_user_name : entry.actor_id === id ? entry.actor_name : null,
  );
  return `Semua tentang ${names.find(Boolean) ?? 'orang ini'}`;
}

const LogSkeletons = () => (
  <LoadingSkeletons count={5} className="grid gap-3">
    <Skeleton className="h-28 rounded-card" />
  </LoadingSkeletons>
);
