import type { AdminUser } from '@lapau/contract/admin-users';
import { roleNames, roles } from '@lapau/contract/roles';
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
import { adminUserListQuery, adminUserTotalQuery } from '../api.ts';
import type { UserFilter } from '../api.ts';
import { UserCard } from '../components/user-card.tsx';
import { useAdminUsersRealtime } from '../realtime.ts';

const RecoveryCode = lazyPart(async () => (await import('../components/recovery-code.tsx')).RecoveryCode);
const UserForm = lazyPart(async () => (await import('../components/user-form.tsx')).UserForm);

const roleOptions = { '': 'Semua peran', ...roleNames };
const statusOptions = { '': 'Semua status', active: 'Aktif', suspended: 'Ditangguhkan' };

/** All people: finds, edits, suspends and deletes them, and changes their roles. */
export function UsersScreen() {
  const { search, filter, searchInput, setSearchInput, set, clear } = useUrlFilter(['peran', 'status']);
  const { isTyping, handlers } = useTyping();
  const { ask, dialog } = useDecision();
  useAdminUsersRealtime();
  const role = roles.find((known) => known === filter.peran);
  const status = filter.status === 'active' || filter.status === 'suspended' ? filter.status : undefined;
  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Kelola Pengguna" backTo="/admin" />
      </div>
      <SearchBar isTyping={isTyping}>
        <SearchBox
          value={searchInput}
          onChange={setSearchInput}
          placeholder="Cari nama, email, atau nomor HP..."
          {...handlers}
        />
      </SearchBar>
      <div className="flex flex-wrap gap-2 px-3 py-1">
        <ChoiceFilter name="Peran" value={role ?? ''} onChange={(value) => set('peran', value)} options={roleOptions} />
        <ChoiceFilter
          name="Status"
          value={status ?? ''}
          onChange={(value) => set('status', value)}
          options={statusOptions}
        />
      </div>
      <UserList
        key={`${search} ${role} ${status}`}
        filter={{ search_term: search, ...(role && { role }), ...(status && { status }) }}
        onClear={clear}
        onAsk={ask}
      />
      {dialog}
    </>
  );
}

type UserListProps = { filter: UserFilter; onClear: () => void; onAsk: (question: Question) => void };

function UserList({ filter, onClear, onAsk }: UserListProps) {
  const query = useInfiniteQuery(adminUserListQuery(filter));
  const { data: total } = useQuery(adminUserTotalQuery(filter));
  const [edited, setEdited] = useState<AdminUser>();
  const [recovered, setRecovered] = useState<AdminUser>();
  const rows = query.data?.pages.flat();
  return (
    <>
      <LongList
        query={query}
        rows={rows}
        failed={`Gagal memuat data pengguna: ${query.error?.message ?? ''}`}
        drawing="lost"
        skeletons={<UserSkeletons />}
        empty={
          <EmptyState drawing="search" title="Tidak ada pengguna yang cocok.">
            <Button variant="quiet" onClick={onClear}>
              Hapus filter
            </Button>
          </EmptyState>
        }
        onClearFilter={onClear}
      >
        {(people) => (
          <div className="px-3">
            <div className="flex items-center justify-between gap-3">
              <TotalLine total={total} noun="pengguna" />
              <DownloadLink href={`/export/pengguna.csv?${new URLSearchParams(filter).toString()}`}>
                Unduh CSV
              </DownloadLink>
            </div>
            <ul aria-label="Pengguna" className="grid grid-cols-1 gap-3 pt-2 lg:grid-cols-2">
              {people.map((person) => (
                <UserCard key={person.id} person={person} onEdit={setEdited} onRecover={setRecovered} onAsk={onAsk} />
              ))}
            </ul>
          </div>
        )}
      </LongList>
      {/* The dialog is not in the list, whose last row may go while an admin types. */}
      <Dialog open={edited !== undefined} onClose={() => setEdited(undefined)} title="Edit pengguna">
        {edited && <UserForm key={edited.id} person={edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
      <Dialog open={recovered !== undefined} onClose={() => setRecovered(undefined)} title="Kode pemulihan">
        {recovered && (
          // The list has the newest state of the person: another admin may have asked meanwhile.
          <RecoveryCode key={recovered.id} person={rows?.find(({ id }) => id === recovered.id) ?? recovered} />
        )}
      </Dialog>
    </>
  );
}

const UserSkeletons = () => (
  <LoadingSkeletons count={5} className="grid gap-3 px-3 pt-8 lg:grid-cols-2">
    <Skeleton className="h-28 rounded-card" />
  </LoadingSkeletons>
);
