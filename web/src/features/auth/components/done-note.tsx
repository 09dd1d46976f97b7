import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** What has been done, for as long as the screen is open. It takes the focus, as the form that had it is gone. */
export function DoneNote({ title, children }: { title: string; children?: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
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
