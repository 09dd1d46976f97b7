import type { CallOutput } from '@lapau/contract/calls';
import type { MyWarung } from '@lapau/contract/warungs';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { outbox } from '../outbox/page-outbox.ts';
import { sessionQuery } from './session-query.ts';

/** The key of one's own stall, below that of all stalls. */
export const ownWarungKey = ['warungs', 'own'] as const;

/** The names in the outbox of the changes that open or close one's own stall; cooking again opens it. */
export const openKind = 'warung-open';
export const cookAgainKind = 'cook-again';

function pendingOpen(): boolean | undefined {
  const choices = outbox.state().entries.flatMap(({ kind, change }) => {
    if (kind === openKind) return [(change as { is_open: boolean }).is_open];
    // The cook may have taken it back while it waits.
    return kind === cookAgainKind && !(change as { takenBackTo?: object }).takenBackTo ? [true] : [];
  });
  return choices.at(-1);
}

/** Whether the last choice that has no answer yet opens one's own stall or closes it; undefined when there is none. */
export const usePendingOpen = (): boolean | undefined =>
  useSyncExternalStore(outbox.subscribe, pendingOpen, pendingOpen);

/** Writes the server's answer about one's own stall into whatever shows it. */
export function applyOpen(client: QueryClient, answer: CallOutput<'set_warung_open'>): void {
  client.setQueryData<MyWarung | null>(ownWarungKey, (stall) => stall && { ...stall, ...answer });
  client.setQueryData(sessionQuery.queryKey, (state) => {
    const { session } = state ?? {};
    if (!state || !session?.warung) return state;
    return { ...state, session: { ...session, warung: { ...session.warung, is_open: answer.is_open } } };
  });
}
