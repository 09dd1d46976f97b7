/** Calls back unless cancelled in time. If the process itself stood still, it first reads what has arrived meanwhile. */
export function startTimeout(ms: number, callback: () => void) {
  let state: 'waiting' | 'cancelled' | 'over' = 'waiting';
  const end = () => {
    if (state !== 'waiting') return;
    state = 'over';
    callback();
  };
  const timer = setTimeout(() => setImmediate(end), ms);
  return {
    isOver: () => state === 'over',
    cancel: () => {
      clearTimeout(timer);
      if (state === 'waiting') state = 'cancelled';
    },
  };
}
