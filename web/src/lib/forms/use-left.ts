import { useEffect, useState } from 'react';

type Left = {
  /** Aborted when the form is left. */
  signal: () => AbortSignal;
  /** Tells that the form is left although its component stays. */
  leave: () => void;
};

/** Tells what a form waits for when nobody looks at the form any more. */
export function useLeft(): Left {
  const [left] = useState(createLeft);
  useEffect(() => left.leave, [left]);
  return left;
}

function createLeft(): Left {
  let open = new AbortController();
  return {
    signal: () => open.signal,
    leave: () => {
      open.abort();
      open = new AbortController();
    },
  };
}
