import type { ComponentProps, InputEvent } from 'react';
import { classNames } from './class-names.ts';

const hasFieldSizing = CSS.supports('field-sizing', 'content');

/** A textarea that is as high as its text, from `rows` lines up to 14 rem. */
export function GrowingTextarea({ rows = 1, className, onInput, style, ...rest }: ComponentProps<'textarea'>) {
  function grow(event: InputEvent<HTMLTextAreaElement>) {
    onInput?.(event);
    if (hasFieldSizing) return;
    const textarea = event.currentTarget;
    textarea.style.height = 'auto';
    textarea.style.height = `${textarea.scrollHeight}px`;
  }
  return (
    <textarea
      {...rest}
      rows={rows}
      style={{ minHeight: `calc(${rows}lh + 1.25rem)`, ...style }}
      onInput={grow}
      className={classNames('field-sizing-content max-h-56 resize-none overflow-y-auto', className)}
    />
  );
}
