import type { PushSwitches } from '@lapau/contract/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { nativeBridge } from '../../../lib/native.ts';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { pushChoice } from '../../../lib/push-choice.ts';
import type { PushState } from '../../../lib/push-device.ts';
import { useMember } from '../../../lib/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureCode } from '../../../ui/failure-code.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { pushStateQuery, turnOff, turnOn } from '../api-device.ts';
import { pushSettingsQuery, switchChanges } from '../api.ts';

/** What is pushed to the person, and whether to this device. */
export function PushSettings() {
  const { data: state } = useQuery(pushStateQuery);
  return (
    <div className="divide-y divide-line rounded-card bg-surface px-4">
      {state === undefined || state === 'off' ? <Skeleton className="my-2 h-12" /> : <ThisDevice state={state} />}
      <Switches />
    </div>
  );
}

const reasons: Record<Exclude<PushState, 'prompt' | 'granted' | 'off'>, [browser: string, app: string]> = {
  blocked: [
    'Browser ini memblokir notifikasi dari Lapau. Izinkan di pengaturan browser, lalu kembali ke sini.',
    'HP ini memblokir notifikasi dari Lapau. Izinkan di pengaturan HP, lalu kembali ke sini.',
  ],
  install: [
    'Di iPhone, pasang dulu Lapau di layar utama: ketuk Bagikan, lalu ‘Tambahkan ke Layar Utama’. Nyalakan notifikasi dari sana.',
    '',
  ],
  none: ['Browser ini tidak bisa menerima notifikasi.', 'Aplikasi ini dibuat tanpa notifikasi.'],
};

function ThisDevice({ state }: { state: Exclude<PushState, 'off'> }) {
  const client = useQueryClient();
  const { user } = useMember();
  const isChosen = useSyncExternalStore(pushChoice.subscribe, () => pushChoice.isOn(user.id));
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (isOn: boolean) => void (await (isOn ? turnOn(user.id) : turnOff(user.id))),
    onSettled: () => client.invalidateQueries(pushStateQuery),
    meta: { failed: 'Gagal mengubah notifikasi.' },
  });
  if (state !== 'prompt' && state !== 'granted') {
    const [inBrowser, inApp] = reasons[state];
    return <p className="py-3 text-small">{nativeBridge() ? inApp : inBrowser}</p>;
  }
  const isOn = isPending ? variables : state === 'granted' && isChosen;
  return (
    <div className="py-1">
      <Switch checked={isOn} onChange={(wanted) => isPending || mutate(wanted)} className="w-full">
        Nyala di HP ini
      </Switch>
    </div>
  );
}

const labels: Record<keyof PushSwitches, string> = {
  messages: 'Pesan',
  comments: 'Komentar dan balasan',
  decisions: 'Keputusan admin',
  waiting: 'Yang menunggu admin',
  hides_content: 'Sembunyikan isi',
};

function Switches() {
  const { profile } = useMember();
  const { data: settings, error, isError, isFetching, refetch } = useQuery(pushSettingsQuery);
  const pending = usePendingChanges(switchChanges);
  if (!settings) {
    if (!isError) return <Skeleton className="my-2 h-48" />;
    return (
      <div className="grid gap-3 py-4">
        <p role="status">Gagal memuat notifikasi.</p>
        <FailureCode error={error} />
        <Button variant="quiet" busy={isFetching} busyText="Memuat..." onClick={() => void refetch()}>
          Coba lagi
        </Button>
      </div>
    );
  }
  const row = (id: keyof PushSwitches) => (
    <Switch
      key={id}
      checked={pending.get(id)?.on ?? settings[id]}
      onChange={(on) => switchChanges.submit({ id, on })}
      className="w-full"
    >
      {labels[id]}
    </Switch>
  );
  return (
    <>
      <div role="group" aria-label="Yang diberitahukan" className="py-1">
        <p aria-hidden="true" className="pt-2 text-small text-muted">
          Yang diberitahukan, di semua perangkat Anda:
        </p>
        {row('messages')}
        {row('comments')}
        {row('decisions')}
        {profile.role === 'admin' && row('waiting')}
        <p className="pb-2 text-small text-muted">Pukul 21.00 sampai 05.00 hanya pesan.</p>
      </div>
      <div className="py-1">
        {row('hides_content')}
        <p className="pb-2 text-small text-muted">Nama dan tulisan tidak tampil di layar HP yang terkunci.</p>
      </div>
    </>
  );
}
