import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTakesPlace } from '../../lib/screen/takes-place.ts';
import { classNames } from '../styles/class-names.ts';
import { useNearScreen } from '../waiting/near-screen.ts';
import { useScrollsDown } from './use-scrolls-down.ts';

type SearchBarProps = {
  /** Whether somebody types on a phone (`useTyping`): the bottom navigation then leaves its room to the results. */
  isTyping: boolean;
  children: ReactNode;
};

/**
 * The bar with a screen's search box and filter. It stays below the top bar, hides while the reader scrolls down, and is back
 * with scrolling up or the keyboard's focus.
 */
export function SearchBar({ isTyping, children }: SearchBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isScrolledPast, setIsScrolledPast] = useState(false);
  const scrollsDown = useScrollsDown();
  useTakesPlace('typing', isTyping);
  // The bar hides only once it sticks: hidden in its own place it would leave a hole.
  useNearScreen(place, ({ boundingClientRect }) => setIsScrolledPast(boundingClientRect.top < 0), 0);
  return (
    <>
      <div ref={place} />
      <div
        data-covers="top"
        className={classNames(
          'sticky top-(--below-top-bar) z-10 flex gap-2 bg-background px-3 py-0.5 transition-transform focus-visible-within:translate-y-0',
          isScrolledPast && scrollsDown && '-translate-y-full',
        )}
      >
        {children}
      </div>
    </>
  );
}
