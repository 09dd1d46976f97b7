/**
 * Waits for all promises, also after one has failed, so that none is under way any more afterwards.
 * @throws the error of the first one that has failed
 */
export async function waitForAll(work: Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(work)) if (end.status === 'rejected') throw end.reason;
}
