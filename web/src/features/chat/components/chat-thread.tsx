import { useCallback, useState } from 'react';
import { newId } from '../../../lib/device/new-id.ts';
import type { OutgoingMessage } from '../../../lib/outbox/chat-changes.ts';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { Pill } from '../../../ui/parts/pill.tsx';
import { Spinner } from '../../../ui/parts/spinner.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { ReportDialog } from '../../reports/components/report-dialog.tsx';
import type { Thread } from '../api-thread.ts';
import { unknownPerson } from '../api.ts';
import type { Details } from '../api.ts';
import { ChatFooter } from '../composer/chat-footer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { MessageList } from './message-list.tsx';
import { NewMessageStatus } from './new-message-status.tsx';
import { ReportChoiceBar } from './report-choice-bar.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { isAskedAboutDish } from './thread-rows.ts';
import type { ShownMessage } from './thread-rows.ts';
import { useMessageMenu } from './use-message-menu.tsx';
import { useThread } from './use-thread.ts';

/** A conversation that has loaded: header, messages, input. */
export function ChatThread({ details, thread }: { details: Details; thread: Thread }) {
  const { rows, outgoing, isLoadingOlder, retryLoading, ...list } = useThread(details, thread);
  const name = details.other_user?.full_name ?? unknownPerson;
  const [isChoosing, setIsChoosing] = useState(false);
  const [report, setReport] = useState<{ message: ShownMessage; isOpen: boolean }>();
  const onReport = useCallback((message: ShownMessage) => {
    setIsChoosing(false);
    setReport({ message, isOpen: true });
  }, []);
  const menu = useMessageMenu(details.id, onReport);
  const messages = rows.flatMap((row) => (row.type === 'message' ? row.message : []));
  const lastOwn = messages.filter(({ isOwn }) => isOwn).at(-1);
  const lastReceived = messages.filter(({ isOwn }) => !isOwn).at(-1);
  return (
    <>
      <ChatHeader details={details} isLoading={false}>
        <ChatMenu details={details} onReport={lastReceived && (() => setIsChoosing(true))} />
      </ChatHeader>
      <main className="flex min-h-0 flex-1 flex-col">
        <SlowNotice />
        {rows.length === 0 ? (
          <div className="grid min-h-0 flex-1 content-center overflow-y-auto">
            <EmptyState drawing="chat" title={`Mulai percakapan dengan ${name}.`} />
          </div>
        ) : (
          <div className="relative flex min-h-0 flex-1 flex-col">
            <MessageList
              {...list}
              name={`Percakapan dengan ${name}`}
              rows={rows}
              hasNewer={thread.hasNewer}
              renderMessage={({ message, endsGroup }) => (
                <MessageBubble
                  message={message}
                  otherName={name}
                  endsGroup={endsGroup}
                  isLastOwn={message === lastOwn}
                  onMenu={menu.open}
                  onChoose={isChoosing && !message.isOwn ? onReport : undefined}
                  onResend={details.writing === 'allowed' ? resend : undefined}
                />
              )}
            />
            <div role="status" className="pointer-events-none absolute inset-x-0 top-2 flex justify-center">
              {isLoadingOlder && (
                <span className="flex items-center gap-2 rounded-full bg-raised px-3 py-1 text-small text-muted">
                  <Spinner className="size-4" /> Memuat...
                </span>
              )}
              {retryLoading && (
                <Pill className="pointer-events-auto" onClick={retryLoading}>
                  Gagal memuat pesan. Coba lagi
                </Pill>
              )}
            </div>
          </div>
        )}
        <NewMessageStatus name={name} lastReceived={lastReceived} lastOwn={lastOwn} outgoingCount={outgoing.length} />
        {isChoosing ? (
          <ReportChoiceBar onCancel={() => setIsChoosing(false)} />
        ) : (
          <ChatFooter details={details} outgoing={outgoing} isAsked={!thread.hasNewer && isAskedAboutDish(messages)} />
        )}
      </main>
      {menu.overlays}
      {report && (
        <ReportDialog
          open={report.isOpen}
          onClose={() => setReport({ ...report, isOpen: false })}
          about={{ message: report.message.id, sender: name, content: report.message.content }}
        />
      )}
    </>
  );
}

/** Sends a refused message again, with a new id if the server has another message under the old one. */
function resend({ entryId, held }: ShownMessage): void {
  if (!entryId || held?.because !== 'refused') return;
  const isIdUsed = held.code === 'id_conflict';
  void outbox.release([entryId], (change) => (isIdUsed ? { ...(change as OutgoingMessage), id: newId() } : change));
}
