import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDevice, openTab } from './test-tab.ts';
import type { Choice } from './test-tab.ts';

const setOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });

beforeEach(() => {
  vi.useFakeTimers();
  setOnline(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const options = { keepsAll: true, takesBack: true };
const asTakenBack = (choice: Choice): Choice => ({ ...choice, isTakenBack: true });
const takeBackFirst = ({ outbox }: Pick<ReturnType<typeof openTab>, 'outbox'>) =>
  outbox.takeBack(outbox.state().entries[0]?.id ?? '', asTakenBack);

test('a change that has never left the phone is taken back without a request', async () => {
  setOnline(false);
  const tab = openTab(createDevice(), options);
  const outcome = tab.submit(true);
  await tab.settle();
  tab.requests[0]?.fail();
  await tab.settle();
  await takeBackFirst(tab);
  await tab.settle();
  expect([tab.shown(), await outcome]).toEqual([[], { type: 'removed' }]);

  // The change is taken back while its request fails, and only the next one is sent.
  void tab.submit(true);
  await tab.settle();
  void takeBackFirst(tab);
  void tab.submit(false);
  await tab.settle();
  tab.requests[1]?.fail();
  await tab.settle();
  expect([tab.shown(), tab.requests.map(({ choice }) => choice.open)]).toEqual([[false], [true, true, false]]);
});

test('a change that may have arrived waits for its answer, which is given to whoever has made it', async () => {
  const tab = openTab(createDevice(), options);
  const outcome = tab.submit(true);
  await tab.settle();
  await takeBackFirst(tab);
  expect(tab.outbox.state().entries).toMatchObject([{ change: { isTakenBack: true } }]);
  tab.requests[0]?.answer();
  await tab.settle();
  expect([tab.shown(), await outcome]).toEqual([[], { type: 'sent', answer: 'stored' }]);
});

test('after a lost answer the request is made again for a change that was taken back, by the next page too', async () => {
  const tab = openTab(createDevice(), options);
  void tab.submit(true);
  await tab.settle();
  await takeBackFirst(tab);
  await tab.settle();
  tab.requests[0]?.fail();
  await tab.settle();
  tab.outbox.close();
  const next = openTab(tab.device, options);
  await next.settle();
  next.requests[0]?.answer();
  await next.settle();
  expect(next.applied).toEqual([{ open: true, isTakenBack: true }]);
});

test('the worker leaves a change that was taken back to a page', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const tab = openTab(createDevice(), { ...options, calls: true });
  void tab.submit(true);
  await tab.settle();
  const stored = () => tab.device.stored.get('cook')?.[0];
  expect(stored()?.request).toBeDefined();
  await takeBackFirst(tab);
  await tab.settle();
  expect(stored()).toMatchObject({ isTried: true, request: undefined });
});
