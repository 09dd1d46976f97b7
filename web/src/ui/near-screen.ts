import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';

type Listener = (entry: IntersectionObserverEntry) => void;

/** How many screens above and below count as near. */
const reach = 1.5;
const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | undefined;

/** One observer for all. */
function observe(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry);
    },
    { rootMargin: `${reach * 100}% 0px` },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

/** Tells when an element comes near the screen and when it goes far from it; first of all which of the two it is. */
export function useNearScreen(
  element: RefObject<Element | null>,
  onChange: (entry: IntersectionObserverEntry) => void,
): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    return element.current ? observe(element.current, (entry) => tell(entry)) : undefined;
  }, [element]);
}

/** Whether an element is near the screen right now; the observer tells it a frame later. */
export function isNearScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight * (1 + reach) && bottom > -window.innerHeight * reach;
}
