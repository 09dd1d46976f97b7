import { startTransition, useEffect, useState } from 'react';

const step = 16;

/** How many of `count` rows are shown: the first ones at once, the others in steps that keep the page answering. */
export function useSteps(count: number): number {
  const [shown, setShown] = useState(step);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + step));
  }, [shown, count]);
  return shown;
}
