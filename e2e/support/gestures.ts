import type { Locator, Page } from '@playwright/test';

type Finger = { x: number; y: number };

/**
 * Moves fingers over the screen from one place to another, where they rest before they leave it. The events' own times are those
 * of a hand: without them Chromium takes the gesture for a fling and ignores the next tap.
 */
export async function moveFingers(page: Page, from: Finger[], to: Finger[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 10;
  const rests = 10;
  const startedAt = Date.now() / 1000 - (steps + rests + 1) * 0.016;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number, touchPoints: Finger[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: startedAt + step * 0.016,
      touchPoints: touchPoints.map((at, id) => ({ ...at, id })),
    });
  await send('touchStart', 0, from);
  for (let step = 1; step <= steps + rests; step += 1) {
    const share = Math.min(1, step / steps);
    const points = from.map((start, finger) => {
      const end = to[finger] ?? start;
      return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
    });
    await send('touchMove', step, points);
  }
  await send('touchEnd', steps + rests + 1, []);
}

/** Taps twice on the middle of an element, both sent at once, so that a slow machine does not make them two single taps. */
export async function doubleTap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to tap.');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const session = await target.page().context().newCDPSession(target.page());
  await Promise.all(
    [touchPoints, [], touchPoints, []].map((points) =>
      session.send('Input.dispatchTouchEvent', {
        type: points.length > 0 ? 'touchStart' : 'touchEnd',
        touchPoints: points,
      }),
    ),
  );
}
