import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Its visible name; the whole row can be pressed. */
  children: ReactNode;
  disabled?: boolean;
  className?: string;
};

export function Switch({ checked, onChange, children, disabled, className }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={classNames(
        'flex min-h-11 items-center justify-between gap-3 text-left transition-opacity active:opacity-80 disabled:opacity-45',
        className,
      )}
    >
      <span>{children}</span>
      <span
        aria-hidden="true"
        className={classNames(
          'relative h-7 w-12 shrink-0 rounded-full ring-1 ring-inset',
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
