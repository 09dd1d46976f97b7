import { CloudOff } from 'lucide-react';

/** Beside a choice that is stored on the phone and sent as soon as there is signal. */
export const WaitingForSignal = () => (
  <span role="status" className="flex items-center gap-1.5 text-small text-gold">
    <CloudOff aria-hidden="true" className="size-4 shrink-0" />
    menunggu sinyal
  </span>
);
