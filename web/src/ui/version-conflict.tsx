import type { Difference } from '../lib/forms/version-differences.ts';
import { Button } from './buttons/button.tsx';
import { Dialog } from './overlays/dialog.tsx';
import { Photo } from './photos/photo.tsx';

type VersionConflictProps = {
  /** The fields that were changed on both devices. */
  differences: Difference[];
  /** Closes without a choice: the typed texts stay, and sending them again asks again. */
  onClose: () => void;
  onChoose: (version: 'mine' | 'theirs') => void;
};

/** Shows a person's typed texts beside those stored from another device meanwhile, to choose from. */
export const VersionConflict = ({ differences, onClose, onChoose }: VersionConflictProps) => (
  <Dialog open onClose={onClose} title="Data sudah berubah">
    <div className="grid gap-4">
      <p>
        Data ini juga diubah oleh orang atau HP lain. Pilih yang mau dipakai; perubahan lain dari keduanya tetap
        disimpan.
      </p>
      {differences.map(({ label, mine, theirs }) => (
        <dl key={label} className="grid gap-2 rounded-control bg-surface p-3 ring-1 ring-line ring-inset">
          <dt className="font-semibold">{label}</dt>
          <Version name="Yang Anda tulis" shown={mine} />
          <Version name="Dari orang atau HP lain" shown={theirs} />
        </dl>
      ))}
      <div className="grid gap-3">
        <Button onClick={() => onChoose('mine')}>Pakai yang saya tulis</Button>
        <Button variant="quiet" onClick={() => onChoose('theirs')}>
          Pakai yang satunya
        </Button>
      </div>
    </div>
  </Dialog>
);

const Version = ({ name, shown }: { name: string; shown: Difference['mine'] }) => (
  <dd className="min-w-0">
    <span className="block text-small text-muted">{name}</span>
    {shown.length === 0 ? (
      <span>(kosong)</span>
    ) : typeof shown === 'string' ? (
      <span dir="auto" className="line-clamp-6 whitespace-pre-line">
        {shown}
      </span>
    ) : (
      <span className="mt-1 flex flex-wrap gap-2">
        {shown.map((url, index) => (
          <span key={url} className="w-18 overflow-hidden rounded-control">
            <Photo src={url} alt={`Foto ${index + 1}`} sizes="4.5rem" />
          </span>
        ))}
      </span>
    )}
  </dd>
);
