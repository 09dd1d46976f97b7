import { startTransition, useEffect, useState } from 'react';

const step = 16;

/**
 * How many of `total` rows to render: the first ones at once, more with each further render, so that rendering a long
 * list does not block the page.
 */
export function useProgressiveCount(total: number): number {
  const [count, setCount] = useState(step);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + step));
  }, [count, total]);
  return count;
}
