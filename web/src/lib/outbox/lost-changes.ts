import type { AnyKind } from './kind.ts';
import { heldOf } from './queue.ts';
import type { Entries, Held, OutboxEntry } from './queue.ts';

/** A typed change that could not be sent and that shows nowhere else: its post, conversation or menu is gone. */
export type LostChange = { entry: OutboxEntry; held: Held; listed: NonNullable<AnyKind['listed']> };

export function lostChanges(
  entries: Entries,
  kindOf: (name: string) => AnyKind | undefined,
  isSeller: boolean,
): LostChange[] {
  return entries.flatMap((entry): LostChange[] => {
    const kind = kindOf(entry.kind);
    const { listed } = kind ?? {};
    const held = heldOf(entry, entries, kind);
    if (!listed || !held) return [];
    const refusal = held.because === 'refused' ? held.code : undefined;
    return kind?.holds && !listed.hasNoPlace?.(refusal, isSeller) ? [] : [{ entry, held, listed }];
  });
}
