import type { DecisionAction, DecisionSubject } from '@lapau/contract/decisions';
import { ofKnown } from '@lapau/contract/known';
import type { Read } from '@lapau/contract/known';

type Person = { id: string };
type Decided = { user_id: string | null; undone_at: Date | null };

/** Only the person whom a decision concerns reads what became of the appeal against it, unless it was undone. */
export const mayReadAppeal = (actor: Person, { user_id, undone_at }: Decided): boolean =>
  actor.id === user_id && undone_at === null;

/** Only the person whom a removal or deletion concerns appeals against it. */
export const mayAppealRemoval = (
  actor: Person,
  { action, ...decided }: Decided & { action: Read<DecisionAction> },
): boolean => mayReadAppeal(actor, decided) && (action === 'remove' || action === 'delete');

/** No admin answers their own appeal. */
export const isOwnCase = (admin: Person, appeal: { user_id: string }): boolean => admin.id === appeal.user_id;

/** Whether the answer is this admin's own: sending it again is a retry and gets the same reply. */
export const isOwnAnswer = (admin: Person, decision: { decided_by: string | null }): boolean =>
  admin.id === decision.decided_by;

/** What the person may do again after an accepted appeal; deleted things do not come back. */
const doneAnew: Partial<Record<DecisionSubject, string>> = {
  post: 'memposting',
  comment: 'berkomentar',
  message: 'berkirim pesan',
  warung: 'mengajukan warung',
};

/** The notification of an accepted appeal. @param about the subject of the decision that the appeal was against */
export function acceptedText(about: Read<DecisionSubject>): string {
  const deed = ofKnown(doneAnew, about);
  return `Keberatan Anda diterima.${deed ? ` Anda dapat ${deed} lagi.` : ''}`;
}

export const rejectedText = 'Keberatan Anda sudah diperiksa. Keputusan semula tetap berlaku.';
