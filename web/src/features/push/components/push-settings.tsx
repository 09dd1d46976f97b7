import type { PushSwitches } from '@lapau/contract/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { pushChoice } from '../../../lib/push/push-choice.ts';
import type { PushState } from '../../../lib/push/push-device.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { FailureCode } from '../../../ui/parts/failure-code.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { pushStateQuery, registrationQuery, turnOff, turnOn } from '../api-device.ts';
import { pushSettingsQuery, switchChanges } from '../api.ts';
import { pushFailure, pushReason } from './push-failure.ts';

/** Settings of what is pushed to the person, and whether to this device. */
export function PushSettings() {
  const { data: state } = useQuery(pushStateQuery);
  return (
    <div className="divide-y divide-line rounded-card bg-surface px-4">
      {state === undefined || state === 'off' ? <Skeleton className="my-2 h-12" /> : <ThisDevice state={state} />}
      <Switches />
    </div>
  );
}

function ThisDevice({ state }: { state: Exclude<PushState, 'off'> }) {
  const client = useQueryClient();
  const { user } = useMember();
  const isChosen = useSyncExternalStore(pushChoice.subscribe, () => pushChoice.isOn(user.id));
  const registered = registrationQuery(user.id);
  // The server is asked at each visit: a registration from the opening of the page may be gone since.
  const { data: registration } = useQuery({ ...registered, refetchOnMount: 'always', refetchOnWindowFocus: 'always' });
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn) return turnOn(user.id);
      await turnOff(user.id);
      return false;
    },
    onSuccess: (isOn) => client.setQueryData(registered.queryKey, { isOn }),
    onSettled: () => client.invalidateQueries(pushStateQuery),
    meta: { failed: null },
  });
  if (state !== 'prompt' && state !== 'granted') return <p className="py-3 text-small">{pushReason(state)}</p>;
  const mayBeOn = state === 'granted' && isChosen;
  if (mayBeOn && !registration && !isPending) return <Skeleton className="my-2 h-12" />;
  const isOn = isPending ? variables : mayBeOn && registration?.isOn === true;
  const failure = (variables ? error : undefined) ?? (mayBeOn ? registration?.failure : undefined);
  const isStillOn = isOn && error && !variables;
  return (
    <div className="py-1">
      <Switch checked={isOn} onChange={(wanted) => isPending || mutate(wanted)} className="w-full">
        Nyala di HP ini
      </Switch>
      <p role="status" className="pb-2 text-small empty:hidden">
        {isStillOn ? 'Notifikasi masih menyala. Coba matikan lagi.' : !isOn && failure && pushFailure(failure)}
      </p>
    </div>
  );
}

const labels: Record<keyof PushSwitches, string> = {
  messages: 'Pesan',
  comments: 'Komentar dan balasan',
  dishes: 'Masakan yang dimasak lagi',
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
      // An answer of the release before lacks the newest switch.
      checked={pending.get(id)?.on ?? settings[id] ?? true}
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
        {row('dishes')}
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
