import { useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { ComponentProps, InputEvent } from 'react';
import { classNames } from '../styles/class-names.ts';

const hasFieldSizing = (): boolean => CSS.supports('field-sizing', 'content');

/** A textarea that is as high as its text, from `rows` lines up to 14 rem. */
export function GrowingTextarea({ rows = 1, className, onInput, style, ref, ...rest }: ComponentProps<'textarea'>) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  // The ref is set before the effect: a form writes its text when it gets the element.
  useImperativeHandle(ref, () => textarea.current as HTMLTextAreaElement, []);
  // The effect runs after every render, as some changes are not typed: a draft, another version, the emptiness after sending.
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
 * Makes a textarea as high as its text in engines that do not do it themselves, such as WebKit's. Its parent keeps its height meanwhile: a
 * scroller would lose its place, and the button that is being tapped would be elsewhere before the finger's click.
 */
function fit(textarea: HTMLTextAreaElement | null): void {
  if (hasFieldSizing() || !textarea?.parentElement) return;
  const around = textarea.parentElement;
  around.style.setProperty('min-height', `${around.offsetHeight}px`);
  textarea.style.height = 'auto';
  textarea.style.height = `${textarea.scrollHeight}px`;
  around.style.removeProperty('min-height');
}
