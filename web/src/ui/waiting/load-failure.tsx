import type { ComponentProps, ReactNode } from 'react';
import { isNetworkError, reasonOf } from '../../lib/calls/api-error.ts';
import { signalAdvice } from '../../lib/network/signal-advice.ts';
import type { ButtonVariant } from '../buttons/button-styles.ts';
import { Button } from '../buttons/button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadFailureProps = Pick<ComponentProps<typeof EmptyState>, 'drawing'> & {
  title: string;
  /** The error; null for code, which is missing only without a network. */
  error: Error | null;
  onRetry: () => void;
  retryVariant?: ButtonVariant;
  /** Further buttons. */
  children?: ReactNode;
};

/** Replaces content or code that could not be loaded. */
export function LoadFailure({ drawing, title, error, onRetry, retryVariant, children }: LoadFailureProps) {
  const reason = !error || isNetworkError(error) ? `${signalAdvice()}, lalu coba lagi.` : reasonOf(error);
  return (
    <EmptyState drawing={drawing} title={title} text={title.includes(reason) ? undefined : reason} error={error}>
      <Button variant={retryVariant} onClick={onRetry}>
        Coba lagi
      </Button>
      {children}
    </EmptyState>
  );
}
