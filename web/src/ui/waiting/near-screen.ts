import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';

type Listener = (entry: IntersectionObserverEntry) => void;

/** Default margin above and below the viewport, in viewport heights. */
const defaultMargin = 1.5;
/** One IntersectionObserver for each margin. */
const observers = new Map<number, ReturnType<typeof createObserver>>();

function createObserver(margin: number) {
  const listeners = new WeakMap<Element, Listener>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry);
    },
    { rootMargin: `${margin * 100}% 0px` },
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

function observe(margin: number, element: Element, listener: Listener): () => void {
  const observer = observers.get(margin) ?? createObserver(margin);
  observers.set(margin, observer);
  return observer(element, listener);
}

/**
 * Calls `onChange` when an element comes near the viewport or leaves its surroundings, and once at first.
 * @param margin how far above and below the viewport still counts as near, in viewport heights
 */
export function useNearScreen(
  element: RefObject<Element | null>,
  onChange: (entry: IntersectionObserverEntry) => void,
  margin = defaultMargin,
): void {
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    return element.current ? observe(margin, element.current, (entry) => notify(entry)) : undefined;
  }, [element, margin]);
}

/** Whether an element is near the viewport right now; the observer reports it a frame later. */
export function isNearScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight * (1 + defaultMargin) && bottom > -window.innerHeight * defaultMargin;
}
