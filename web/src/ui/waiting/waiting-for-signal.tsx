import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { isDateWrong } from '../../lib/network/signal-advice.ts';
import { useHasSignal } from '../parts/use-long-wait.ts';

/** Says in few words what a change that is stored on the phone waits for. */
export const useWaitingWord = (): string => (useHasSignal() || isDateWrong() ? 'belum terkirim' : 'menunggu sinyal');

/** Says why a change that is stored on the phone has not been sent yet. Screen readers hear this from the surroundings. */
export const Waiting = ({ children }: { children: string }) => (
  <span className="flex items-center gap-1.5 text-small text-gold">
    <CloudOff aria-hidden="true" className="size-4 shrink-0" />
    <span>{children}</span>
  </span>
);

/**
 * A note beside a choice that is sent as soon as there is signal; `later` says why it waits, if that is not the signal. The element is
 * always there: many screen readers are silent about a live region that appears with its text.
 */
export function WaitingForSignal({ isStuck, later }: { isStuck: boolean; later: string | null }) {
  const word = useWaitingWord();
  return <span role="status">{isStuck && <Waiting>{later ?? word}</Waiting>}</span>;
}

type MarkedIconProps = { isWaiting: boolean; children: ReactNode };

/** An icon. While its button's choice waits, a mark is at its corner, and the button's name says so. */
export const MarkedIcon = ({ isWaiting, children }: MarkedIconProps) => (
  <span className="relative">
    {children}
    {isWaiting && (
      <CloudOff
        aria-hidden="true"
        className="absolute -right-1.5 -bottom-1.5 size-4.5 rounded-full bg-background p-0.5 text-gold"
      />
    )}
  </span>
);
