import { realtimeLimits } from './socket-limits.ts';

/**
 * Counts, by address, the sockets that are not authenticated yet, which no limit of a person bounds.
 * @returns a function that adds a socket and returns the function that removes it again (idempotent), or undefined when
 * there are too many
 */
export function createUnauthenticatedSockets(): (address: string) => (() => void) | undefined {
  const byAddress = new Map<string, number>();
  let total = 0;
  return (address) => {
    const count = byAddress.get(address) ?? 0;
    if (total >= realtimeLimits.unauthenticatedSockets || count >= realtimeLimits.unauthenticatedSocketsPerAddress) {
      return undefined;
    }
    total += 1;
    byAddress.set(address, count + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      total -= 1;
      const left = (byAddress.get(address) ?? 0) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    };
  };
}
