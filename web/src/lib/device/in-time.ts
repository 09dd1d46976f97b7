/** How long a page or the worker waits for the device: storages, locks, the browser's registrations. */
const deviceMs = 1_000;

/** The wait is divided into this many steps. If the page itself is busy, a whole pause counts as one step. */
const steps = 4;

/**
 * Waits for the device, which may never answer, and for no longer than a second.
 * @throws DOMException `TimeoutError` when there is no answer by then; the work goes on, and may still end
 */
export async function inTime<Answer>(answer: Promise<Answer>, limitMs = deviceMs): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const wait = (left: number) => {
      if (left === 0) reject(new DOMException('The device does not answer.', 'TimeoutError'));
      else timer = setTimeout(() => wait(left - 1), limitMs / steps);
    };
    wait(steps);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
