import { useEffect, useState } from 'react';

/** A smaller move than this is a trembling finger, not a change of direction. */
const minMovePx = 8;

/** Whether the reader is scrolling down, or has stopped after that. */
export function useScrollsDown(): boolean {
  const [scrollsDown, setScrollsDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const update = () => {
      const moved = window.scrollY - last;
      if (Math.abs(moved) < minMovePx) return;
      last += moved;
      setScrollsDown(moved > 0);
    };
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return scrollsDown;
}
