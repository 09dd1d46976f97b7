import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';

// This code is our own, of 1 kB: Base UI's would add 33 kB gzip to the first load (its trigger wraps the first screen's buttons).

// product.md#constants: a tooltip opens after 700 ms, and at once within 300 ms of another one.
const openDelayMs = 700;
const skipDelayMs = 300;
let lastClosedAt = Number.NEGATIVE_INFINITY;

export type TooltipHandlers = {
  onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: () => void;
};

type Tooltip = {
  /** The handlers for the element that has the tooltip. */
  handlers: TooltipHandlers;
  /** Render it inside that element: the pointer may then move onto the bubble without leaving the element. */
  bubble: ReactNode;
};

/** Shows `text` near an element while a mouse rests on it or the keyboard focuses it; never on touch. */
export function useTooltip(text: string): Tooltip {
  const [shown, setShown] = useState<{ element: HTMLElement; place: DOMRect } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function open(element: HTMLElement, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown({ element, place: element.getBoundingClientRect() }), delayMs);
  }
  function close() {
    clearTimeout(timer.current);
    if (shown) lastClosedAt = performance.now();
    setShown(null);
  }

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return;
    const { element, place } = shown;
    const hide = () => {
      lastClosedAt = performance.now();
      setShown(null);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    // Whatever moves the element, as scrolling, a bar above or another size of the screen, leaves the bubble over something else.
    let frame = requestAnimationFrame(function look() {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const hasMoved = left !== place.left || top !== place.top || right !== place.right || bottom !== place.bottom;
      if (hasMoved) hide();
      else frame = requestAnimationFrame(look);
    });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [shown]);

  return {
    handlers: {
      onPointerEnter: (event) => {
        if (event.pointerType !== 'mouse') return;
        open(event.currentTarget, performance.now() - lastClosedAt < skipDelayMs ? 0 : openDelayMs);
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: (event) => {
        if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, 0);
      },
      onBlur: close,
    },
    bubble: shown && createPortal(<Bubble text={text} place={shown.place} />, document.body),
  };
}

function Bubble({ text, place }: { text: string; place: DOMRect }) {
  const above = place.bottom + 48 > window.innerHeight;
  const middle = place.left + place.width / 2;
  // Near an edge of the screen the bubble is aligned with the element's edge, so that it is not cut off.
  const shift = middle < 72 ? '0%' : middle > window.innerWidth - 72 ? '-100%' : '-50%';
  const left = shift === '0%' ? place.left : shift === '-100%' ? place.right : middle;
  return (
    <div
      role="tooltip"
      style={{
        left,
        top: above ? place.top : place.bottom,
        transform: `translate(${shift}, ${above ? '-100%' : '0'})`,
      }}
      className="fixed z-50 py-1.5"
    >
      <div className="rounded-small bg-text px-2.5 py-1 text-small font-medium whitespace-nowrap text-background shadow-lg">
        {text}
      </div>
    </div>
  );
}
