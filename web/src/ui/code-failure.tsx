import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface CodeFailureProps {
  title: string;
  onRetry: () => void;
  /** More buttons. */
  children?: ReactNode;
}

/** Stands where something should be whose code could not be loaded. */
export function CodeFailure({ title, onRetry, children }: CodeFailureProps) {
  return (
    <EmptyState drawing="lost" title={title} text="Periksa koneksi internet Anda, lalu coba lagi.">
      <Button onClick={onRetry}>Coba lagi</Button>
      {children}
    </EmptyState>
  );
}
