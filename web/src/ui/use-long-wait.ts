import { useEffect, useState } from 'react';

export const waitingText = 'Menunggu sinyal...';

/** Whether something has been waited for longer than an answer takes with signal. @param progress starts the wait anew */
export function useLongWait(isWaiting: boolean, progress?: unknown): boolean {
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
