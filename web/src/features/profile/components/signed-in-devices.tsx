import type { CallOutput } from '@lapau/contract/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { FailureCode } from '../../../ui/parts/failure-code.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { devicesQuery, signOutDevices } from '../api.ts';
import { Rows } from './rows.tsx';

type Device = CallOutput<'list_sessions'>[number];

/** The devices with a session of this account, each of which can be signed out. */
export function SignedInDevices() {
  const client = useQueryClient();
  const { data: devices, error, isError, isFetching, refetch } = useQuery(devicesQuery);
  const { mutateAsync } = useMutation(signOutDevices);
  const [asked, setAsked] = useState<Device | 'others'>();

  const signOut = async (signal: AbortSignal) => {
    await mutateAsync({ id: asked === 'others' ? undefined : asked?.id, signal });
    await client.invalidateQueries(devicesQuery);
    toast.success(asked === 'others' ? 'Semua perangkat lain dikeluarkan.' : 'Perangkat dikeluarkan.');
  };

  if (!devices) {
    if (!isError) return <Skeleton className="h-32 rounded-card" />;
    return (
      <div className="grid gap-3 rounded-card bg-surface p-4">
        <p role="status">Gagal memuat perangkat.</p>
        <FailureCode error={error} />
        <Button variant="quiet" busy={isFetching} busyText="Memuat..." onClick={() => void refetch()}>
          Coba lagi
        </Button>
      </div>
    );
  }
  return (
    <>
      <Rows>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onSignOut={() => setAsked(device)} />
        ))}
      </Rows>
      {devices.length > 1 && (
        <Button variant="quiet" onClick={() => setAsked('others')}>
          Keluarkan semua perangkat lain
        </Button>
      )}
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === 'others' ? 'Keluarkan semua perangkat lain?' : 'Keluarkan perangkat ini?'}
        text={`${asked === 'others' || !asked ? 'Semua perangkat selain ini' : asked.device} harus masuk lagi dengan kata sandi.`}
        verb="Keluarkan"
        onConfirm={signOut}
      />
    </>
  );
}

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  return (
    <li className="flex min-h-13 items-center gap-3 py-2.5 pr-2 pl-4">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 opacity-70" />
      <div className="min-w-0 flex-1">
        <p>{device.device}</p>
        <p className="text-small text-muted">
          {device.is_current ? (
            <span className="text-pandan">Perangkat ini</span>
          ) : (
            <span>
              Terakhir dipakai <TimeAgo time={device.last_seen_at} />
            </span>
          )}
        </p>
      </div>
      {!device.is_current && (
        <IconButton
          name={`Keluarkan ${device.device}`}
          icon={<LogOut aria-hidden="true" className="size-5" />}
          onClick={onSignOut}
        />
      )}
    </li>
  );
}
