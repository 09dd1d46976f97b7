import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';

export type FieldProps = {
  label: string;
  /** Help text under the control. */
  hint?: ReactNode;
  /** Why the value is not valid, in Indonesian. */
  error?: string;
};

/** The attributes that connect a control with its label, hint and error. */
type ControlAttributes = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** The styles of every text control: 16 px, so that iOS does not zoom in on focus. */
export const controlStyles =
  'w-full min-h-12 rounded-control bg-surface px-3.5 py-2.5 text-base text-text ring-1 ring-inset ring-line hover:ring-muted placeholder:text-muted focus:outline-2 focus:outline-offset-0 focus:outline-gold aria-invalid:ring-red disabled:opacity-60 [&[readonly]]:text-muted';

/** Label above, control, then hint and error under it. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlAttributes) => ReactNode }) {
  const id = useId();
  const errorText = useRef<HTMLParagraphElement>(null);
  // The focus brings only the control into view: a form's action or the end of a dialog would cover the error under it.
  useEffect(() => {
    if (error && document.activeElement?.id === id) errorText.current?.scrollIntoView({ block: 'nearest' });
  }, [error, id]);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p ref={errorText} id={`${id}-error`} className="text-small text-red-text">
          {error}
        </p>
      )}
    </div>
  );
}
