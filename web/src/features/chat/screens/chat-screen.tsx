import { errors } from '@lapau/contract/errors';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { useTakesPlace } from '../../../lib/screen/takes-place.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { useKeyboardInset } from '../../../ui/fields/use-keyboard-inset.ts';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { threadQuery } from '../api-thread.ts';
import { detailsQuery } from '../api.ts';
import { ChatHeader } from '../components/chat-header.tsx';
import { ChatThread } from '../components/chat-thread.tsx';
import { ThreadSkeleton } from '../components/thread-skeleton.tsx';
import { useQuickReplies } from '../components/use-quick-replies.ts';
import { askAbout, useChatDraft } from '../composer/chat-drafts.ts';
import { useAskedPostsRealtime, useThreadRealtime } from '../realtime-chat.ts';

/** The `location.state` of a chat that was opened from a dish, or from a person alone. */
export type AskState = { askAbout: string | null };

/** A conversation with one person. */
export function ChatScreen() {
  const { conversationId = '' } = useParams();
  const keyboard = useKeyboardInset();
  useTakesPlace('own-bottom');
  return (
    <div
      style={{ bottom: keyboard }}
      className="pt-safe pb-safe shell-column fixed inset-x-0 top-(--offline-bar) mx-auto flex max-w-column flex-col"
    >
      <Chat key={conversationId} id={conversationId} />
    </div>
  );
}

function Chat({ id }: { id: string }) {
  const details = useQuery(detailsQuery(id));
  const thread = useQuery(threadQuery(id));
  // They are asked for with the messages, so that they show as soon as these do.
  useQuickReplies();
  useThreadRealtime(id);
  useAskedPostsRealtime(id);
  useAskedDish(id);
  // The cache of an earlier visit may lack messages, and with them the place where the chat is to open.
  const isCurrent = isUpToDate(details) && isUpToDate(thread);
  const [wasCurrent, setWasCurrent] = useState(isCurrent);
  if (isCurrent && !wasCurrent) setWasCurrent(true);

  if (details.data && thread.data && wasCurrent) return <ChatThread details={details.data} thread={thread.data} />;
  if (details.isError && !details.data) {
    return (
      <>
        <ChatHeader details={undefined} isLoading={false} />
        <ChatFailure error={details.error} onRetry={() => void Promise.all([details.refetch(), thread.refetch()])} />
      </>
    );
  }
  return (
    <>
      <ChatHeader details={details.data} isLoading={!details.data} />
      {thread.isError && !thread.data ? (
        <main className="min-h-0 flex-1 overflow-y-auto">
          <LoadFailure
            drawing="chat"
            title="Gagal memuat pesan."
            error={thread.error}
            onRetry={() => void thread.refetch()}
          />
        </main>
      ) : (
        <main className="flex min-h-0 flex-1 flex-col">
          <ThreadSkeleton />
        </main>
      )}
    </>
  );
}

/** Whether nothing newer is known to be on the server, or it cannot be fetched. */
const isUpToDate = ({ isStale, isFetching, failureCount, isError }: UseQueryResult): boolean =>
  !(isStale && isFetching) || failureCount > 0 || isError;

/** The dish from which the chat was opened becomes part of the draft. */
function useAskedDish(id: string): void {
  const navigate = useNavigate();
  const asked = useLocation().state as Partial<AskState> | null;
  const [, { changeOnceRead }] = useChatDraft(id);
  const postId = asked?.askAbout;
  useEffect(() => {
    if (postId === undefined) return;
    changeOnceRead(askAbout(postId));
    // The state is used up, so that a dish that was taken off does not come back after a reload.
    void navigate('.', { replace: true, state: null });
  }, [postId, changeOnceRead, navigate]);
}

function ChatFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  // The status 422 means that the address has no valid id.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState
        drawing="chat"
        title="Tidak dapat memuat chat."
        text={isMissing ? errors.conversation_not_found[1] : 'Gagal memuat detail percakapan.'}
        error={error}
      >
        {!isMissing && <Button onClick={onRetry}>Coba lagi</Button>}
        <LinkButton to="/conversations" variant={isMissing ? 'primary' : 'quiet'}>
          Kembali ke Pesan
        </LinkButton>
      </EmptyState>
    </main>
  );
}
