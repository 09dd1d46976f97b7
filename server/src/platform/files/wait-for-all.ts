/**
 * Waits for all of them, also after one has failed, so that none is under way any more when what comes after begins.
 * @throws what the first of them has thrown
 */
export async function waitForAll(work: Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(work)) if (end.status === 'rejected') throw end.reason;
}
