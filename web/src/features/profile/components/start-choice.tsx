import { startsAtStall } from '@lapau/contract/boot';
import { useState } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { chooseStart, startChoice } from '../../../lib/session/start-choice.ts';
import { Switch } from '../../../ui/fields/switch.tsx';

/** The switch by which this phone starts with a cook's own stall. */
export function StartChoice() {
  const session = useMember();
  const [isOn, setIsOn] = useState(() => startsAtStall(session, startChoice()));
  if (session.profile.role !== 'penjual' || !session.warung) return null;
  function choose(on: boolean) {
    chooseStart(on ? session.user.id : undefined);
    setIsOn(on);
  }
  return (
    <div className="rounded-card bg-surface px-4 py-1">
      <Switch checked={isOn} onChange={choose} className="w-full">
        Mulai di Warung Saya
      </Switch>
      <p className="pb-2 text-small text-muted">Saat aplikasi dibuka, warung Anda tampil lebih dulu, bukan Feed.</p>
    </div>
  );
}
