import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlStyles } from './field.tsx';

/** The browser's own select, which phones show as a full-width list. Its children are `<option>`s; name it with `aria-label` or use SelectField. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative block', className)}>
      <select {...rest} className={classNames(controlStyles, 'appearance-none truncate pr-10')}>
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3 size-5 text-muted" />
    </span>
  );
}
