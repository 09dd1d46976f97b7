/** A channel by which tabs of the browser tell each other something. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Opens a channel between the tabs. If a browser that blocks all cookies refuses it, nothing is heard on it. */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage: () => undefined });
  }
}
