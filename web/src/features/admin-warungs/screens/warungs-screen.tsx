import { warungStatuses, warungStatusNames } from '@lapau/contract/admin-warungs';
import type { AdminWarung } from '@lapau/contract/admin-warungs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { DownloadLink } from '../../../ui/buttons/download-link.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { ChoiceFilter } from '../../../ui/fields/choice-filter.tsx';
import { SearchBar } from '../../../ui/fields/search-bar.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { useTyping } from '../../../ui/fields/use-typing.ts';
import { useUrlFilter } from '../../../ui/fields/use-url-filter.ts';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TotalLine } from '../../../ui/parts/total-line.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import type { Question } from '../../decisions/components/question.ts';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { adminWarungListQuery, adminWarungTotalQuery } from '../api.ts';
import type { WarungFilter } from '../api.ts';
import { AdminWarungCard } from '../components/admin-warung-card.tsx';
import { useAdminWarungsRealtime } from '../realtime.ts';

const WarungEditForm = lazyPart(async () => (await import('../components/warung-edit-form.tsx')).WarungEditForm);

const statuses = { '': 'Semua status', ...warungStatusNames };

/** All stalls: finds, edits, suspends and deletes them, and leads to their menus. */
export function WarungsScreen() {
  const { search, filter, searchInput, setSearchInput, set, clear } = useUrlFilter(['status']);
  const { isTyping, handlers } = useTyping();
  const { ask, dialog } = useDecision();
  useAdminWarungsRealtime();
  const status = warungStatuses.find((known) => known === filter.status);
  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Kelola Warung" backTo="/admin" />
      </div>
      <SearchBar isTyping={isTyping}>
        <SearchBox
          value={searchInput}
          onChange={setSearchInput}
          placeholder="Cari warung atau pemilik..."
          {...handlers}
        />
      </SearchBar>
      <div className="flex px-3 py-1">
        <ChoiceFilter
          name="Status"
          value={status ?? ''}
          onChange={(value) => set('status', value)}
          options={statuses}
        />
      </div>
      <WarungList
        key={`${search} ${status}`}
        filter={{ search_term: search, ...(status && { status }) }}
        onClear={clear}
        onAsk={ask}
      />
      {dialog}
    </>
  );
}

type WarungListProps = { filter: WarungFilter; onClear: () => void; onAsk: (question: Question) => void };

function WarungList({ filter, onClear, onAsk }: WarungListProps) {
  const query = useInfiniteQuery(adminWarungListQuery(filter));
  const { data: total } = useQuery(adminWarungTotalQuery(filter));
  const [edited, setEdited] = useState<AdminWarung>();
  const isFiltered = Boolean(filter.search_term) || filter.status !== undefined;
  return (
    <LongList
      query={query}
      rows={query.data?.pages.flat()}
      failed="Gagal memuat daftar warung."
      drawing="stall"
      skeletons={<WarungSkeletons />}
      empty={
        isFiltered ? (
          <EmptyState drawing="search" title="Tidak ada warung yang cocok.">
            <Button variant="quiet" onClick={onClear}>
              Hapus filter
            </Button>
          </EmptyState>
        ) : (
          <EmptyState drawing="stall" title="Belum ada warung yang terdaftar." />
        )
      }
      onClearFilter={onClear}
    >
      {(warungs) => (
        <div className="px-3">
          <div className="flex items-center justify-between gap-3">
            <TotalLine total={total} noun="warung" />
            <DownloadLink href={`/export/warung.csv?${new URLSearchParams(filter).toString()}`}>Unduh CSV</DownloadLink>
          </div>
          <ul aria-label="Warung" className="grid grid-cols-1 gap-3 pt-2 lg:grid-cols-2">
            {warungs.map((warung) => (
              <AdminWarungCard key={warung.id} warung={warung} onEdit={setEdited} onAsk={onAsk} />
            ))}
          </ul>
          <Dialog open={edited !== undefined} onClose={() => setEdited(undefined)} title="Edit warung">
            {edited && <WarungEditForm key={edited.id} warung={edited} onDone={() => setEdited(undefined)} />}
          </Dialog>
        </div>
      )}
    </LongList>
  );
}

const WarungSkeletons = () => (
  <LoadingSkeletons count={4} className="grid gap-3 px-3 pt-8 lg:grid-cols-2">
    <Skeleton className="h-36 rounded-card" />
  </LoadingSkeletons>
);
