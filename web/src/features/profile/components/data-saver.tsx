import { useSyncExternalStore } from 'react';
import { chooseSaver, isSaverChosen, subscribeToSaver } from '../../../lib/device/data-saver.ts';
import { Switch } from '../../../ui/fields/switch.tsx';

/** The switch by which this phone loads little. */
export function DataSaver() {
  const isOn = useSyncExternalStore(subscribeToSaver, isSaverChosen);
  return (
    <div className="rounded-card bg-surface px-4 py-1">
      <Switch checked={isOn} onChange={chooseSaver} className="w-full">
        Hemat data
      </Switch>
      <p className="pb-2 text-small text-muted">Foto lebih kecil, dan tidak ada yang diunduh sebelum dibuka.</p>
    </div>
  );
}
