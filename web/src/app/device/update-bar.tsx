import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { isSending, untilTrue } from '../page-rest.ts';
import { DeviceBar } from './device-bar.tsx';

/** Says that the device has a newer release. The next start opens it, or a tap, once nothing is being sent any more. */
export function UpdateBar({ onPutAway }: { onPutAway: () => void }) {
  const client = useQueryClient();
  const [isWaiting, setIsWaiting] = useState(false);

  async function reload(): Promise<void> {
    setIsWaiting(true);
    await untilTrue(() => !isSending(client));
    location.reload();
  }
  return (
    <DeviceBar>
      <span>Versi baru tersedia</span>
      <Button variant="quiet" busy={isWaiting} busyText="Menunggu kiriman..." isLocal onClick={() => void reload()}>
        Muat ulang
      </Button>
      <IconButton name="Tutup kabar versi baru" icon={<X className="size-5" />} onClick={onPutAway} />
    </DeviceBar>
  );
}
