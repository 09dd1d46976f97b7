import type { MyWarung } from '@lapau/contract/warungs';
import { Button } from '../../../ui/buttons/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { WaitingForSignal } from '../../../ui/waiting/waiting-for-signal.tsx';
import { asksIfOpen } from '../api-own.ts';
import type { OpenChange } from '../api-own.ts';

type OpenSwitchProps = {
  /** The stall, with a choice that is not confirmed yet. */
  warung: MyWarung;
  isStuck: boolean;
  /** The reason why the choice waits, if that is not the signal. */
  later: string | null;
  onChange: (change: OpenChange) => void;
};

/** Opens and closes the stall; late in the evening it asks whether the stall is still open. */
export function OpenSwitch({ warung, isStuck, later, onChange }: OpenSwitchProps) {
  const now = useNow();
  return (
    <div className="overflow-hidden rounded-card bg-surface">
      <Switch
        checked={warung.is_open}
        onChange={(is_open) => onChange({ is_open })}
        className="w-full px-4 text-lg font-semibold"
      >
        <span className="sr-only">Warung </span>
        <span>{warung.is_open ? 'Buka' : 'Tutup'}</span>
      </Switch>
      {/* The line stands under the switch's word; a tap on the line is a tap on the switch. */}
      <div className="pointer-events-none -mt-1.5 px-4 pb-2 text-small leading-tight text-muted">
        <WaitingForSignal isStuck={isStuck} later={later} />
        {isStuck ? null : !warung.is_open ? (
          <span>Pembeli melihatnya tutup.</span>
        ) : warung.confirmed_at === null ? (
          <span>Pembeli melihatnya buka.</span>
        ) : (
          // This is another element than the texts above, as it has more than a text (D139).
          <span key="confirmed">
            Anda pastikan <TimeAgo time={warung.confirmed_at} />
          </span>
        )}
      </div>
      {asksIfOpen(warung, new Date(now)) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-40">Warung ditutup otomatis pukul 04.00 kalau tidak Anda pastikan buka.</p>
          <Button onClick={() => onChange({ is_open: true })}>Masih buka</Button>
        </div>
      )}
    </div>
  );
}
