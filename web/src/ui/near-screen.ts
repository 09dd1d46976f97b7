import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';

type Listener = (entry: IntersectionObserverEntry) => void;

const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | undefined;

/** One observer for all: what is within one and a half screens above or below counts as near. */
function observe(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry);
    },
    { rootMargin: '150% 0px' },
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
