import type { Difference } from '../lib/version-differences.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type VersionConflictProps = {
  /** The fields that differ. */
  differences: Difference[];
  /** Nothing is chosen: what is typed stays, and sending it again asks again. */
  onClose: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** What a person has typed beside what was stored from another device meanwhile, to choose from (D70). */
export const VersionConflict = ({ differences, onClose, onKeepMine, onTakeTheirs }: VersionConflictProps) => (
  <Dialog open onClose={onClose} title="Data sudah berubah">
    <div className="grid gap-4">
      <p>Data ini sudah diubah di perangkat lain. Pilih yang mau dipakai:</p>
      {differences.map(({ label, mine, theirs }) => (
        <dl key={label} className="grid gap-2 rounded-control bg-surface p-3 ring-1 ring-line ring-inset">
          <dt className="font-semibold">{label}</dt>
          <Version name="Isian Anda" text={mine} />
          <Version name="Dari perangkat lain" text={theirs} />
        </dl>
      ))}
      <div className="grid gap-3">
        <Button onClick={onKeepMine}>Pakai isian saya</Button>
        <Button variant="quiet" onClick={onTakeTheirs}>
          Pakai dari perangkat lain
        </Button>
      </div>
    </div>
  </Dialog>
);

const Version = ({ name, text }: { name: string; text: string }) => (
  <dd className="min-w-0">
    <span className="block text-small text-muted">{name}</span>
    <span className="line-clamp-6 whitespace-pre-line">{text || '(kosong)'}</span>
  </dd>
);
