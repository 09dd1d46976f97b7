import { realtimeLimits } from './limits.ts';

/**
 * Counts the sockets that have not shown a session yet, by address: nobody answers for them.
 * @returns enters one: gives what takes it out again (calling that twice is harmless), or undefined when there are too many
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
