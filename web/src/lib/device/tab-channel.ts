/** What tabs of the browser tell each other. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Opens a channel between the tabs. Where a browser that blocks all cookies refuses one, nothing is heard on it. */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage: () => undefined });
  }
}
