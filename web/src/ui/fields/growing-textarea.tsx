import { useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { ComponentProps, InputEvent } from 'react';
import { classNames } from '../styles/class-names.ts';

const hasFieldSizing = CSS.supports('field-sizing', 'content');

/** A textarea that is as high as its text, from `rows` lines up to 14 rem. */
export function GrowingTextarea({ rows = 1, className, onInput, style, ref, ...rest }: ComponentProps<'textarea'>) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  // Before the effect: a form writes its text when it gets the element.
  useImperativeHandle(ref, () => textarea.current as HTMLTextAreaElement, []);
  // After every render: a draft, another version and the emptiness after sending are not typed.
  useLayoutEffect(() => fit(textarea.current));

  function grow(event: InputEvent<HTMLTextAreaElement>) {
    onInput?.(event);
    fit(event.currentTarget);
  }
  return (
    <textarea
      dir="auto"
      {...rest}
      ref={textarea}
      rows={rows}
      style={{ minHeight: `calc(${rows}lh + 1.25rem)`, ...style }}
      onInput={grow}
      className={classNames('field-sizing-content max-h-56 resize-none overflow-y-auto', className)}
    />
  );
}

/**
 * Makes a textarea as high as its text in engines that do not do it themselves, such as WebKit's. What it stands in keeps its height while it
 * is measured: what scrolls would lose its place, and the button that is being tapped would be elsewhere before the finger's click.
 */
function fit(textarea: HTMLTextAreaElement | null): void {
  if (hasFieldSizing || !textarea?.parentElement) return;
  const around = textarea.parentElement;
  around.style.setProperty('min-height', `${around.offsetHeight}px`);
  textarea.style.height = 'auto';
  textarea.style.height = `${textarea.scrollHeight}px`;
  around.style.removeProperty('min-height');
}
