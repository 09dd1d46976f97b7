import type { Spellings } from '@lapau/contract/search';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { deleteSpellings, spellingsQuery } from '../api-spellings.ts';
import { SpellingsForm } from '../components/spellings-form.tsx';
import { useSpellingsRealtime } from '../realtime.ts';

/** The spellings that people mix: whoever searches for one of a row finds the others. */
export function SpellingsScreen() {
  const { data: rows, error, isError, refetch } = useQuery(spellingsQuery);
  useSpellingsRealtime(spellingsQuery.queryKey);
  return (
    <div className="grid grid-cols-1 gap-4 px-3 pb-6">
      <div>
        <ScreenTitle title="Ejaan pencarian" backTo="/admin/settings" />
        <p className="text-small text-muted">
          Ejaan dalam satu baris dianggap sama. Yang mencari salah satunya dan tidak menemukan apa-apa langsung melihat
          yang lain: Menampilkan hasil untuk Randang.
        </p>
      </div>
      <SpellingsForm />
      {rows ? (
        <SpellingsList rows={rows} />
      ) : isError ? (
        <LoadFailure drawing="lost" title="Gagal memuat ejaan." error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingSkeletons count={8} className="grid gap-2 lg:grid-cols-2">
          <Skeleton className="h-12 rounded-card" />
        </LoadingSkeletons>
      )}
    </div>
  );
}

function SpellingsList({ rows }: { rows: Spellings[] }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Spellings>();
  const { mutateAsync } = useMutation({
    ...deleteSpellings,
    onSettled: () => client.invalidateQueries({ queryKey: spellingsQuery.queryKey }),
  });
  if (rows.length === 0) return <EmptyState drawing="search" title="Belum ada ejaan." />;
  return (
    <>
      <ul aria-label="Ejaan" className="grid grid-cols-1 gap-2 lg:grid-cols-2">
        {rows.map((row) => {
          const text = row.alike.join(', ');
          return (
            <li
              key={row.id}
              className="flex items-center gap-2 rounded-card bg-surface pl-3 ring-1 ring-line ring-inset"
            >
              <span className="own-box min-w-0 flex-1 py-2 wrap-anywhere">
                <bdi>{text}</bdi>
              </span>
              <IconButton
                name={`Hapus ${text}`}
                icon={<Trash2 className="size-5" />}
                onClick={() => setAsked(row)}
                className="text-red-text"
              />
            </li>
          );
        })}
      </ul>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Hapus ejaan ini?"
        text={`Pencarian tidak lagi menganggap sama: ${asked?.alike.join(', ') ?? ''}.`}
        verb="Hapus"
        onConfirm={(signal) => asked && mutateAsync({ ...asked, signal })}
      />
    </>
  );
}
