import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import type { Question } from './question.ts';

/**
 * The one way in which an admin decides. The dialog says what will happen, asks why, tells who was faster, and offers to take the
 * decision back. It belongs to the screen, as the item may leave its list while the dialog is open.
 */
export function useDecision(): { ask: (question: Question) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ question: Question; number: number }>();
  const [open, setOpen] = useState(false);
  const ask = useCallback((question: Question) => {
    // Each question has a dialog of its own, in which nothing is chosen yet.
    setAsked((before) => ({ question, number: (before?.number ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const dialog = asked && (
    <DecisionDialog key={asked.number} open={open} onClose={() => setOpen(false)} question={asked.question} />
  );
  return { ask, dialog };
}
