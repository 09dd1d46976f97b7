import { inTime } from '../lib/device/in-time.ts';

/**
 * Answers from the device, and otherwise from the network. If the device takes longer than a second, the network is asked as well, and the
 * first of the two answers is taken.
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
