import type { ComponentProps, ReactNode } from 'react';
import type { ButtonVariant } from './button-styles.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadFailureProps = Pick<ComponentProps<typeof EmptyState>, 'drawing'> & {
  title: string;
  onRetry: () => void;
  retryVariant?: ButtonVariant;
  /** More buttons. */
  children?: ReactNode;
};

/** Replaces content or code that could not be loaded. */
export function LoadFailure({ drawing, title, onRetry, retryVariant, children }: LoadFailureProps) {
  return (
    <EmptyState drawing={drawing} title={title} text="Periksa koneksi internet Anda, lalu coba lagi.">
      <Button variant={retryVariant} onClick={onRetry}>
        Coba lagi
      </Button>
      {children}
    </EmptyState>
  );
}
