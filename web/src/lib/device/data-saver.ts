import { deviceStorage } from './device-storage.ts';

/*
 * Whether this phone is to load little: the person has switched 'Hemat data' on, the browser asks for it, or the line that it
 * measures is slow (https://wicg.github.io/netinfo). Photos are then small, and nothing is loaded in advance.
 */

const key = 'hemat-data';
const slowLines = new Set(['slow-2g', '2g']);

type Line = Partial<EventTarget> & { saveData?: boolean; effectiveType?: string };
const line = (globalThis.navigator as { connection?: Line } | undefined)?.connection;

const listeners = new Set<() => void>();
line?.addEventListener?.('change', notify);

function notify(): void {
  for (const listener of listeners) listener();
}

/** Whether the person has switched the data saver on, on this phone. */
export const isSaverChosen = (): boolean => deviceStorage.get(key) === 'on';

export function chooseSaver(isOn: boolean): void {
  if (isOn) deviceStorage.set(key, 'on');
  else deviceStorage.remove(key);
  notify();
}

export const savesData = (): boolean =>
  line?.saveData === true || slowLines.has(line?.effectiveType ?? '') || isSaverChosen();

export function subscribeToSaver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
