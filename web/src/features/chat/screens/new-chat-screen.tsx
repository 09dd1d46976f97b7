import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { useGoBack } from '../../../lib/screen/use-go-back.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { conversationsQuery, openConversationQuery } from '../api.ts';
import { ChatHeader } from '../components/chat-header.tsx';
import { ThreadSkeleton } from '../components/thread-skeleton.tsx';
import type { AskState } from './chat-screen.tsx';

/** Finds or opens the conversation with a person and goes there, in this one's place in the history. */
export function NewChatScreen() {
  const { recipientId = '' } = useParams();
  const [search] = useSearchParams();
  const client = useQueryClient();
  const goBack = useGoBack('/conversations');
  const { data, error, refetch } = useQuery({
    ...openConversationQuery(recipientId),
    // A conversation that is listed needs no signal to be found.
    initialData: () => {
      const listed = client.getQueryData(conversationsQuery.queryKey)?.pages.flat();
      const known = listed?.find(({ other_user: other }) => other?.id === recipientId);
      return known && { id: known.id, created: false };
    },
  });
  if (data) {
    const state: AskState = { askAbout: search.get('post') };
    return <Navigate to={`/chat/${data.id}`} replace state={state} />;
  }
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <div className="flex min-h-dvh flex-col">
      <ChatHeader details={undefined} isLoading={!error} />
      {error ? (
        <main>
          <EmptyState
            drawing="chat"
            title="Gagal membuat percakapan baru."
            text={error instanceof ApiError ? error.message : undefined}
            error={error}
          >
            {!isRefused && <Button onClick={() => void refetch()}>Coba lagi</Button>}
            <Button variant={isRefused ? 'primary' : 'quiet'} onClick={goBack}>
              Kembali
            </Button>
          </EmptyState>
        </main>
      ) : (
        <main className="flex min-h-0 flex-1 flex-col">
          <ThreadSkeleton />
        </main>
      )}
    </div>
  );
}
