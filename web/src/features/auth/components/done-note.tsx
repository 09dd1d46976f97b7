import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type DoneNoteProps = {
  title: string;
  /** Whether the note takes the focus, since the form that had it is gone. */
  takesFocus?: boolean;
  children?: ReactNode;
};

/** Says what has been done, for as long as the screen is open. */
export function DoneNote({ title, takesFocus = true, children }: DoneNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) note.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={note} tabIndex={-1} role="status" className="flex gap-3 rounded-card bg-raised px-4 py-3 outline-none">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pandan" />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
