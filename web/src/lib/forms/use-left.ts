import { useEffect, useState } from 'react';

type Left = {
  /** Aborted when the form is left. */
  signal: () => AbortSignal;
  /** Tells that the form is left although its component stays. */
  leave: () => void;
};

/** Gives a signal that is aborted when the form is left, to whatever the form waits for. */
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
