import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LongList } from '../../../ui/lists/long-list.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { readings } from '../api-actions.ts';
import { outgoingMessages } from '../api-sending.ts';
import { conversationRows, conversationsQuery } from '../api.ts';
import { ConversationRow, ConversationSkeletons } from '../components/conversation-row.tsx';
import { rowPreview } from '../components/row-preview.ts';
import { SlowNotice } from '../components/slow-notice.tsx';
import { useChatDrafts } from '../composer/chat-drafts.ts';
import { useConversationsRealtime } from '../realtime-chat.ts';

/** One's conversations, the last active first. */
export function ConversationsScreen() {
  const { user } = useMember();
  const query = useInfiniteQuery(conversationsQuery);
  const { data } = query;
  useConversationsRealtime();
  const reading = usePendingChanges(readings);
  const outgoing = useOutboxEntries(outgoingMessages);
  const drafts = useChatDrafts();
  const rows = useMemo(() => data && conversationRows(data), [data]);
  return (
    <>
      <div className="px-3">
        <ScreenTitle title="Pesan" backTo="/" />
      </div>
      <SlowNotice />
      <LongList
        query={query}
        rows={rows}
        failed="Gagal memuat pesan."
        drawing="chat"
        skeletons={<ConversationSkeletons count={6} />}
        nextSkeletons={<ConversationSkeletons count={2} />}
        empty={
          <EmptyState
            drawing="chat"
            title="Anda belum memiliki percakapan."
            text="Mulai chat dengan penjual di halaman warung atau postingan."
          >
            <LinkButton to="/warung">Lihat warung</LinkButton>
          </EmptyState>
        }
      >
        {(shown) => (
          <ul aria-label="Percakapan">
            {shown.map((row) => (
              <ConversationRow
                key={row.id}
                conversation={row}
                preview={rowPreview(row, drafts.get(row.id), outgoing, user.id)}
                unread={reading.get(row.id)?.left ?? row.unread_count}
              />
            ))}
          </ul>
        )}
      </LongList>
    </>
  );
}
