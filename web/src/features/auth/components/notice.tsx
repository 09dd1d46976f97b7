import type { ReactNode } from 'react';

const toneStyles = { good: 'text-pandan', bad: 'text-red-text', neutral: 'text-muted' };

/** A message above the form of /login, announced by screen readers. */
export function Notice({ tone, children }: { tone: keyof typeof toneStyles; children: ReactNode }) {
  return (
    <p role="status" className={`rounded-card bg-raised px-4 py-3 ${toneStyles[tone]}`}>
      {children}
    </p>
  );
}
