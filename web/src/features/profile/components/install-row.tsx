import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createLazyCode, useLazyCode } from '../../../lib/device/lazy-code.ts';
import type * as install from '../../../lib/offers/install.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { ActionRow, Rows } from './rows.tsx';

/** This code is loaded with what the device stores, not with the account's screens. */
const installCode = createLazyCode(() => import('../../../lib/offers/install.ts'));

/** Installs the app, if this browser can do that and it is not installed yet. */
export function InstallRow() {
  const state = useLazyCode(installCode, true);
  return state.status === 'ready' ? <Row code={state.code} /> : null;
}

function Row({ code: { installWays, openInstallDialog } }: { code: typeof install }) {
  const { site_title: siteTitle } = useSettings();
  const way = useSyncExternalStore(installWays.subscribe, installWays.now);
  const label = `Pasang ${siteTitle}`;
  if (way === null) return null;
  if (way === 'dialog')
    return (
      <Rows>
        <ActionRow icon={Download} label={label} onClick={() => void openInstallDialog()} />
      </Rows>
    );
  return (
    <div className="rounded-card bg-surface px-4 py-3">
      <p>{label}</p>
      <p className="text-small text-muted">Ketuk Bagikan, lalu ‘Tambahkan ke Layar Utama’.</p>
    </div>
  );
}
