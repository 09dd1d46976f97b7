import { useEffect, useState, useSyncExternalStore } from 'react';
import { isDateWrong } from '../../lib/network/signal-advice.ts';
import { hasSignal, subscribeToSignal } from '../../lib/network/signal.ts';

export const useHasSignal = (): boolean => useSyncExternalStore(subscribeToSignal, hasSignal, () => true);

/** A text about the wait once it takes longer than an answer does with signal; undefined until then. */
export const useWaitingText = (isWaiting: boolean): string | undefined =>
  useWords(isWaiting, 'Belum ada jawaban dari server...');

/** A text about the wait for the one line of a button, which must not grow under the finger. @param progress starts the wait anew */
export const useButtonWaitingText = (isWaiting: boolean, progress?: unknown): string | undefined =>
  useWords(isWaiting, 'Belum ada jawaban...', progress);

function useWords(isWaiting: boolean, ofServer: string, progress?: unknown): string | undefined {
  const isLong = useLongWait(isWaiting, progress);
  const isOnline = useHasSignal();
  if (!isLong) return undefined;
  if (isOnline) return ofServer;
  return isDateWrong() ? 'Periksa tanggal HP' : 'Menunggu sinyal...';
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
