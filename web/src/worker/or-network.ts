import { inTime } from '../lib/device/in-time.ts';

/**
 * What the device has, and otherwise the network's answer. A device that takes longer than a second has the network asked too: whichever
 * answers first is taken.
 */
export async function orNetwork(kept: Promise<Response | undefined>, ask: () => Promise<Response>): Promise<Response> {
  const prompt = await inTime(kept).then(
    (response) => ({ response }),
    () => undefined,
  );
  if (prompt) return prompt.response ?? ask();
  const asked = ask().catch(async (error: unknown) => {
    const late = await inTime(kept).catch(() => undefined);
    if (late) return late;
    throw error;
  });
  return Promise.race([
    kept.then(
      (response) => response ?? asked,
      () => asked,
    ),
    asked,
  ]);
}
