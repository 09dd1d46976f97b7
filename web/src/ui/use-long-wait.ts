import { useEffect, useState, useSyncExternalStore } from 'react';
import { hasSignal, subscribeToSignal } from '../lib/follow-network.ts';

export const useHasSignal = (): boolean => useSyncExternalStore(subscribeToSignal, hasSignal);

/**
 * Says what is being waited for once that takes longer than an answer does with signal; undefined until then.
 * @param progress starts the wait anew
 */
export function useWaitingText(isWaiting: boolean, progress?: unknown): string | undefined {
  const isLong = useLongWait(isWaiting, progress);
  const isOnline = useHasSignal();
  if (!isLong) return undefined;
  return isOnline ? 'Belum ada jawaban dari server...' : 'Menunggu sinyal...';
}

function useLongWait(isWaiting: boolean, progress?: unknown): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLong(true), 3000);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isWaiting, progress]);
  return isLong;
}
