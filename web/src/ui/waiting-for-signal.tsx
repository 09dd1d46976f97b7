import { CloudOff } from 'lucide-react';

export const waitingForSignal = 'menunggu sinyal';

/** Why something that is stored on the phone has not been sent yet. */
export const Waiting = ({ children }: { children: string }) => (
  <span role="status" className="flex items-center gap-1.5 text-small text-gold">
    <CloudOff aria-hidden="true" className="size-4 shrink-0" />
    {children}
  </span>
);

/** Beside a choice that is stored on the phone and sent as soon as there is signal. */
export const WaitingForSignal = () => <Waiting>{waitingForSignal}</Waiting>;

/** The same at the corner of an icon, whose button says it in its name. */
export const WaitingMark = () => (
  <CloudOff
    aria-hidden="true"
    className="absolute right-0.5 bottom-0.5 size-4 rounded-full bg-surface p-0.5 text-gold"
  />
);
