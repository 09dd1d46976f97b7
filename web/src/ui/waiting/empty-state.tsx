import type { ReactNode } from 'react';
import { createLazyCode, useLazyCode } from '../../lib/device/lazy-code.ts';
import type { drawings } from '../parts/drawings.tsx';
import { FailureCode } from '../parts/failure-code.tsx';

/** This code is not part of the first load, as few screens are empty; a drawing that cannot be loaded is left out. */
export const drawingsCode = createLazyCode(() => import('../parts/drawings.tsx'));

type EmptyStateProps = {
  drawing: keyof typeof drawings;
  title: string;
  text?: string;
  /** The failure, if there was one: its code shows beneath the text. */
  error?: Error | null;
  /** The next step, where there is one. */
  children?: ReactNode;
};

export function EmptyState({ drawing, title, text, error = null, children }: EmptyStateProps) {
  const state = useLazyCode(drawingsCode, true);
  return (
    <div className="grid justify-items-center gap-2 px-8 py-12 text-center">
      <svg
        viewBox="0 0 96 96"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="mb-2 size-24 text-muted"
      >
        {state.status === 'ready' && state.code.drawings[drawing]}
      </svg>
      <p className="own-box text-lg font-semibold text-balance">{title}</p>
      {text && <p className="text-small text-balance text-muted">{text}</p>}
      <FailureCode error={error} />
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
