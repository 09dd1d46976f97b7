import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';

type Listener = (entry: IntersectionObserverEntry) => void;

/** How many screens above and below count as near. */
const near = 1.5;
const watches = new Map<number, ReturnType<typeof watch>>();

/** One observer for all that ask about the same reach. */
function watch(reach: number) {
  const listeners = new WeakMap<Element, Listener>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry);
    },
    { rootMargin: `${reach * 100}% 0px` },
  );
  return (element: Element, listener: Listener): (() => void) => {
    listeners.set(element, listener);
    observer.observe(element);
    return () => {
      listeners.delete(element);
      observer.unobserve(element);
    };
  };
}

function observe(reach: number, element: Element, listener: Listener): () => void {
  const known = watches.get(reach) ?? watch(reach);
  watches.set(reach, known);
  return known(element, listener);
}

/**
 * Tells when an element comes near the screen and when it goes far from it; first of all which of the two it is.
 * @param reach how many screens above and below count as near
 */
export function useNearScreen(
  element: RefObject<Element | null>,
  onChange: (entry: IntersectionObserverEntry) => void,
  reach = near,
): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    return element.current ? observe(reach, element.current, (entry) => tell(entry)) : undefined;
  }, [element, reach]);
}

/** Whether an element is near the screen right now; the observer tells it a frame later. */
export function isNearScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight * (1 + near) && bottom > -window.innerHeight * near;
}
