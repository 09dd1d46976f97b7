import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';

type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The visible name of the switch; the whole row can be pressed. */
  children: ReactNode;
  className?: string;
};

/** A switch, 48 px high: it shows its new state before that is stored. */
export function Switch({ checked, onChange, children, className }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className={classNames(
        'flex min-h-12 items-center justify-between gap-2 rounded-small text-left -outline-offset-2 select-none active:opacity-80',
        className,
      )}
    >
      <span className="min-w-0">{children}</span>
      <span
        aria-hidden="true"
        className={classNames(
          'relative h-7 w-12 shrink-0 rounded-full ring-1 transition-colors ring-inset',
          checked ? 'bg-pandan ring-pandan' : 'bg-raised ring-muted',
        )}
      >
        <span
          className={classNames(
            'absolute top-1 left-1 size-5 rounded-full transition-transform',
            checked ? 'translate-x-5 bg-background' : 'bg-muted',
          )}
        />
      </span>
    </button>
  );
}
