import type { CallOutput } from '@lapau/contract/calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../../lib/query/refresh.ts';
import { useSignal } from '../../../lib/realtime/realtime-provider.tsx';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { AdminBadge } from '../../../ui/parts/badge.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { blockedQuery, setBlock } from '../api-blocks.ts';
import { unknownPerson } from '../api.ts';
import { ConversationSkeletons } from '../components/conversation-row.tsx';

/** The people whom one has blocked, and the way to unblock them. */
export function BlockedScreen() {
  const client = useQueryClient();
  const query = useInfiniteQuery(blockedQuery);
  useSignal(({ type }) => {
    if (type === 'conversations_changed') refresh(client, blockedQuery.queryKey);
  });
  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Orang yang diblokir" backTo="/profile" />
      </div>
      <LongList
        query={query}
        rows={query.data?.pages.flat()}
        failed="Gagal memuat orang yang diblokir."
        drawing="chat"
        skeletons={<ConversationSkeletons count={3} />}
        nextSkeletons={<ConversationSkeletons count={1} />}
        empty={
          <EmptyState
            drawing="chat"
            title="Tidak ada orang yang diblokir."
            text="Ada yang mengganggu? Blokir dari menu di percakapan dengannya."
          >
            <LinkButton to="/conversations">Lihat pesan</LinkButton>
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            <p className="px-3 pb-2 text-muted">
              Anda dan mereka tidak dapat saling mengirim pesan, dan tidak melihat komentar satu sama lain.
            </p>
            <ul aria-label="Orang yang diblokir">
              {rows.map((row) => (
                <BlockedRow key={row.id} row={row} />
              ))}
            </ul>
          </>
        )}
      </LongList>
    </>
  );
}

function BlockedRow({ row: { id, person, created_at } }: { row: CallOutput<'get_blocked_people'>[number] }) {
  const unblock = useMutation(setBlock);
  const name = person?.full_name ?? unknownPerson;
  return (
    <li className="flex min-h-18 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line px-3 py-2.5 not-first:border-t">
      <Avatar name={name} src={person?.avatar_url} />
      <span className="min-w-0 flex-1 basis-32">
        <span className="flex items-baseline gap-2">
          <span className="line-clamp-2 min-w-0 font-semibold">
            <bdi>{name}</bdi>
          </span>
          {person?.is_admin && <AdminBadge />}
        </span>
        <span className="text-small text-muted">
          Diblokir <TimeAgo time={created_at} />
        </span>
      </span>
      <Button
        variant="quiet"
        aria-label={`Buka blokir ${name}`}
        busy={unblock.isPending}
        onClick={() =>
          unblock.mutate(
            { person_id: id, blocked: false },
            { onSuccess: () => toast.success(`Blokir ${name} dibuka.`) },
          )
        }
      >
        Buka blokir
      </Button>
    </li>
  );
}
