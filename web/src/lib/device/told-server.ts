import { isOnServer } from './on-server.ts';

/*
 * What only this device knows and the first screen of a page depends on: the server hears it with each page that is opened, so that its
 * HTML shows what the app would (D143).
 */

/**
 * `left`: a session was left of whose end the server knows nothing; `waits`: mails are waited for; `dismissed`: an announcement; `start`:
 * the cook whose app starts at the own stall.
 */
type Told = 'left' | 'waits' | 'dismissed' | 'start';

/** How long the server hears it unless it is told again, as a page does when it starts. A mail is waited for as long (api-waiting.ts). */
const lifeSeconds = { left: 259_200, waits: 259_200, dismissed: 31_536_000, start: 31_536_000 };

/** @param text undefined when it is so no more; it has no character that cookies do not take */
export function tellServer(name: Told, text: string | undefined): void {
  if (isOnServer) return;
  const life = text === undefined ? 0 : lifeSeconds[name];
  document.cookie = `lapau.${name}=${text ?? ''}; Path=/; SameSite=Lax; Max-Age=${life}`;
}

/** A short text for a long one (FNV-1a, 32 bits): another text has another one, but for one in thousands of millions. */
export function shortTextOf(long: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < long.length; at += 1) hash = Math.imul(hash ^ long.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
