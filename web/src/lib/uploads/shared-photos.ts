/** Photos that another app has shared with this one, until the form of a new post takes them. Only the native app has any. */
let waiting: Blob[] = [];
const listeners = new Set<() => void>();

function setWaiting(photos: Blob[]): void {
  waiting = photos;
  for (const listener of listeners) listener();
}

export const sharedPhotos = {
  add: (photos: Blob[]): void => setWaiting([...waiting, ...photos]),
  /** Hands the photos over, so that nobody gets them twice. */
  take: (): Blob[] => {
    const taken = waiting;
    setWaiting([]);
    return taken;
  },
  count: (): number => waiting.length,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
