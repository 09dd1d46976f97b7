/**
 * A new UUIDv7: the time in milliseconds, then random bits (RFC 9562 section 5.7). The browser makes none, and on plain
 * http, as a phone opens the app in the same room, it has no crypto.randomUUID either.
 */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = now.toString(16).padStart(12, '0');
  const variant = ((bytes[8] ?? 0) & 0b11) | 0b1000;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant.toString(16)}${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
