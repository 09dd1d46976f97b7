import { hasVisibleCharacter, tooLong } from '@lapau/contract/text-checks';
import { SendHorizontal } from 'lucide-react';
import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../styles/class-names.ts';
import { controlStyles } from './field.tsx';
import { GrowingTextarea } from './growing-textarea.tsx';

type SendFormProps = {
  /** Also its accessible name. */
  placeholder: string;
  /** The kind of text, with which messages about it start: 'Komentar'. */
  what: string;
  text: string;
  maxLength: number;
  /** The reason why the server has refused the text as it stands. */
  problem?: string | null;
  onChange: (text: string) => void;
  /** Called only while the text is neither empty nor too long, nor refused. */
  onSend: () => void;
  /** The input, for callers that move the focus to it. */
  input?: RefObject<HTMLTextAreaElement | null>;
  className?: string;
  /** Content above the input. */
  children?: ReactNode;
};

const errorStyles = 'col-span-full text-small text-red-text';

/** The input of a comment or message, with the button that sends it. */
export function SendForm({
  placeholder,
  what,
  text,
  maxLength,
  problem,
  onChange,
  onSend,
  input,
  className,
  children,
}: SendFormProps) {
  const ownInput = useRef<HTMLTextAreaElement>(null);
  const ref = input ?? ownInput;
  const errorId = useId();
  const excess = tooLong(text, maxLength, what);
  const error = excess ?? problem;
  const canSend = hasVisibleCharacter(text) && !error;

  function onKeyDown(event: KeyboardEvent) {
    // Enter sends on devices with a mouse; on a phone it is the only way to type a new line.
    const isSendKey = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSendKey || !window.matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    if (canSend) onSend();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
        ref.current?.focus();
      }}
      className={classNames('grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-1 gap-y-1.5', className)}
    >
      {children}
      <GrowingTextarea
        ref={ref}
        aria-label={placeholder}
        placeholder={placeholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={classNames(controlStyles, 'max-h-32')}
      />
      <IconButton
        type="submit"
        name="Kirim"
        icon={<SendHorizontal className="size-6" />}
        disabled={!canSend}
        // The keyboard stays open: the button does not take the focus from the input.
        onMouseDown={(event) => event.preventDefault()}
        className="mb-0.5 text-gold"
      />
      {/* This is no live region, as each letter changes it. */}
      {excess && (
        <p id={errorId} className={errorStyles}>
          {excess}
        </p>
      )}
      <p id={excess ? undefined : errorId} role="alert" className={`${errorStyles} empty:hidden`}>
        {!excess && problem}
      </p>
    </form>
  );
}
