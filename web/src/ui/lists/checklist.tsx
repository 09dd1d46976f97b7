import { Check, ChevronDown, ChevronRight, X } from 'lucide-react';
import { useId, useState } from 'react';
import { deviceStorage } from '../../lib/device/device-storage.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { Link } from '../parts/link.tsx';
import { classNames } from '../styles/class-names.ts';

/** A step leads to a screen (`to`), or opens something on this one. */
export type Step = { label: string; isDone: boolean } & ({ to: string } | { onTap: () => void });

type ChecklistProps = {
  title: string;
  /** Where the device keeps who has dismissed the list. */
  storageKey: string;
  /** The account that may dismiss it. */
  personId: string;
  steps: Step[];
};

/** The steps of a beginning, each with its link. The list goes when none is left, or once it was dismissed on this phone. */
export function Checklist({ title, storageKey, personId, steps }: ChecklistProps) {
  const bodyId = useId();
  const [dismissed, setDismissed] = useState(() => deviceStorage.get(storageKey));
  const [isOpen, setIsOpen] = useState(true);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length || dismissed === personId) return null;

  return (
    <section aria-label={title} className="rounded-card bg-surface">
      <div className="flex items-center pr-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-2 rounded-card pl-4 text-left font-semibold -outline-offset-2 active:opacity-80"
        >
          <span className="min-w-0 flex-1">
            {title} <span className="font-normal whitespace-nowrap text-muted">{`${done} dari ${steps.length}`}</span>
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
            deviceStorage.set(storageKey, personId);
            setDismissed(personId);
          }}
          className="text-muted"
        />
      </div>
      <ul id={bodyId}>{isOpen && steps.map((step) => <StepRow key={step.label} {...step} />)}</ul>
    </section>
  );
}

const rowStyles = 'flex min-h-12 w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2';

function StepRow({ label, isDone, ...opens }: Step) {
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
      ) : 'to' in opens ? (
        <Link to={opens.to} className={classNames(rowStyles, 'active:opacity-80')}>
          {content}
        </Link>
      ) : (
        <button type="button" onClick={opens.onTap} className={classNames(rowStyles, 'active:opacity-80')}>
          {content}
        </button>
      )}
    </li>
  );
}
