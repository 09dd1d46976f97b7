import type { MyWarung } from '@lapau/contract/warungs';
import { Check, ChevronDown, ChevronRight, X } from 'lucide-react';
import { useId, useState } from 'react';
import { deviceStorage } from '../../../lib/device/device-storage.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

const storageKey = 'dismissed-menu-checklist';

type MenuChecklistProps = {
  warung: MyWarung;
  hasDishes: boolean;
  onChangePhoto: () => void;
  onEdit: () => void;
};

type Step = { label: string; isDone: boolean; to?: string; onTap?: () => void };

/** The steps that a new stall still lacks, each with its link. The list goes when none is left, or once it was dismissed on this phone. */
export function MenuChecklist({ warung, hasDishes, onChangePhoto, onEdit }: MenuChecklistProps) {
  const { user, warung: ownWarung } = useMember();
  const bodyId = useId();
  const [dismissed, setDismissed] = useState(() => deviceStorage.get(storageKey));
  const [isOpen, setIsOpen] = useState(true);
  const steps: Step[] = [
    { label: 'Pasang makanan pertama', isDone: hasDishes, to: '/my-warung/tambah-menu' },
    // A stall without a photo shows that of the person, which `warung` does not tell from its own.
    { label: 'Pasang foto warung', isDone: Boolean(ownWarung?.avatar_url), onTap: onChangePhoto },
    { label: 'Tulis deskripsi warung', isDone: warung.bio !== '', onTap: onEdit },
    { label: 'Isi nomor WhatsApp', isDone: warung.whatsapp_number !== '', onTap: onEdit },
    { label: 'Nyalakan tutup otomatis tiap malam', isDone: warung.closes_nightly, onTap: onEdit },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length || dismissed === user.id) return null;

  return (
    <section aria-label="Menunya sudah lengkap?" className="rounded-card bg-surface">
      <div className="flex items-center pr-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-2 rounded-card pl-4 text-left font-semibold -outline-offset-2 active:opacity-80"
        >
          <span className="min-w-0 flex-1">
            Menunya sudah lengkap?{' '}
            <span className="font-normal whitespace-nowrap text-muted">{`${done} dari ${steps.length}`}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-5 shrink-0 text-muted', isOpen && 'rotate-180')}
          />
        </button>
        <IconButton
          name="Tutup petunjuk"
          icon={<X className="size-5" />}
          onClick={() => {
            deviceStorage.set(storageKey, user.id);
            setDismissed(user.id);
          }}
          className="text-muted"
        />
      </div>
      <ul id={bodyId}>{isOpen && steps.map((step) => <StepRow key={step.label} {...step} />)}</ul>
    </section>
  );
}

const rowStyles = 'flex min-h-12 w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2';

function StepRow({ label, isDone, to, onTap }: Step) {
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-full',
          isDone ? 'bg-pandan text-background' : 'ring-2 ring-muted ring-inset',
        )}
      >
        {isDone && <Check className="size-4" />}
      </span>
      <span className={classNames('min-w-0 flex-1', isDone && 'text-muted')}>{label}</span>
      {isDone ? (
        <span className="sr-only">Sudah</span>
      ) : (
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      )}
    </>
  );
  return (
    <li className="border-t border-line">
      {isDone ? (
        <div className={rowStyles}>{content}</div>
      ) : to !== undefined ? (
        <Link to={to} className={classNames(rowStyles, 'active:opacity-80')}>
          {content}
        </Link>
      ) : (
        <button type="button" onClick={onTap} className={classNames(rowStyles, 'active:opacity-80')}>
          {content}
        </button>
      )}
    </li>
  );
}
