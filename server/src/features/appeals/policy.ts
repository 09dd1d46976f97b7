import type { DecisionSubject } from '@lapau/contract/decisions';

/** What was deleted does not come back, but may be done anew. */
const doneAnew: Partial<Record<DecisionSubject, string>> = {
  post: 'memposting',
  comment: 'berkomentar',
  message: 'berkirim pesan',
  warung: 'mengajukan warung',
};

/** The notification of an accepted appeal. @param about what the decision was about that is appealed against */
export function acceptedText(about: DecisionSubject): string {
  const deed = doneAnew[about];
  return `Keberatan Anda diterima.${deed ? ` Anda dapat ${deed} lagi.` : ''}`;
}

export const rejectedText = 'Keberatan Anda sudah diperiksa. Keputusan semula tetap berlaku.';
