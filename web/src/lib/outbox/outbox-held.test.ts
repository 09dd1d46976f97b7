import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorOfResponse } from '../calls/api-error.ts';
import { createDevice, freeLock, openTab } from './test-tab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = () => errorOfResponse(403, { code: 'forbidden', message: 'Tidak boleh.' });

test('a kind that holds: a refused change keeps its place until it is released or removed', async () => {
  const { device, requests, outbox, submit, shown, settle } = openTab(createDevice(), { holds: true });
  void submit(false);
  await settle();
  requests[0]?.fail(refusal());
  await settle();
  void submit(true);
  outbox.retry();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([requests.length, shown()]).toEqual([1, [false, true]]);
  const [head] = device.stored.get('cook') ?? [];
  expect(head?.held).toEqual({ because: 'refused', code: 'forbidden', reason: 'Tidak boleh.', details: {} });

  await outbox.release([head?.id ?? '']);
  await settle();
  expect(requests.map(({ choice }) => choice.open)).toEqual([false, false]);
  requests[1]?.fail(refusal());
  await settle();
  await outbox.remove([head?.id ?? '']);
  await settle();
  expect([requests.at(-1)?.choice.open, shown()]).toEqual([true, [true]]);
});

test('what the person holds back is not sent until it is released, and not by another page either', async () => {
  const { device, outbox, requests, submit, shown, settle } = openTab(createDevice(), { holds: true });
  void submit(false);
  await settle();
  requests[0]?.fail();
  await settle();
  await outbox.hold(outbox.state().entries.map(({ id }) => id));
  outbox.retry();
  await settle();
  const next = openTab(device, { holds: true });
  await next.settle();
  expect([requests.length, next.requests.length, next.shown()]).toEqual([1, 0, [false]]);
  expect(next.outbox.state().entries[0]?.held).toEqual({ because: 'stopped' });

  await outbox.release(outbox.state().entries.map(({ id }) => id));
  await settle();
  requests[1]?.answer();
  await settle();
  expect(shown()).toEqual([]);
});

test('a change to which it is passed on why the one before it is held is not sent once that one is removed', async () => {
  const { device, requests, outbox, submit, shown, settle } = openTab(createDevice(), { holds: true });
  void submit(false);
  await settle();
  requests[0]?.fail(refusal());
  await settle();
  void submit(true);
  await settle();
  const [head, behind] = device.stored.get('cook') ?? [];
  await outbox.hold([behind?.id ?? ''], head?.held);
  await outbox.remove([head?.id ?? '']);
  outbox.retry();
  await settle();
  expect([requests.length, shown()]).toEqual([1, [true]]);
  expect(device.stored.get('cook')?.map(({ held }) => held)).toEqual([head?.held]);
});

describe('a kind that holds: a change that is old when its turn comes', () => {
  async function openNextDay() {
    const { device, submit, settle, requests } = openTab(createDevice(), { holds: true });
    void submit(true);
    void submit(false);
    await settle();
    requests[0]?.fail();
    await settle();
    vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
    const next = openTab(device, { holds: true, lock: freeLock });
    await next.settle();
    expect(next.requests).toMatchObject([{ choice: { open: true }, ageMs: undefined }]);
    expect(next.outbox.state().entries[0]?.held).toBeUndefined();
    return next;
  }

  test('is held once the server says that it has not arrived, and sent once it is released', async () => {
    const { outbox, requests, settle } = await openNextDay();
    requests[0]?.answer(null);
    await vi.advanceTimersByTimeAsync(60_000);
    const [entry] = outbox.state().entries;
    expect([requests.length, entry?.held]).toEqual([1, { because: 'old' }]);
    await outbox.release([entry?.id ?? '']);
    await settle();
    expect(requests[1]?.ageMs).toBeLessThan(1000);
    expect(outbox.state().entries[0]?.held).toBeUndefined();
  });

  test('leaves without a question when it has arrived, and holds nothing', async () => {
    const { outbox, applied, requests, settle } = await openNextDay();
    requests[0]?.fail();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(outbox.state().entries.map(({ held }) => held)).toEqual([undefined, undefined]);
    requests[1]?.answer();
    await settle();
    expect(applied).toEqual([{ open: true }]);
    expect(requests.at(-1)).toMatchObject({ choice: { open: false }, ageMs: undefined });
  });
});

test('a closed outbox shows and sends nothing', async () => {
  const { device, outbox, requests, submit, shown, settle } = openTab();
  const change = submit(false);
  await settle();
  outbox.close();
  expect(await change).toEqual({ type: 'closed' });
  requests[0]?.fail();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([shown(), requests.length, device.stored.get('cook')?.length]).toEqual([[], 1, 1]);
});

describe('the outcome of a change', () => {
  /** Follows the outcome of each change; it is undefined while the change is in the outbox. */
  function follow(changes: Promise<{ type: string }>[]) {
    const types: (string | undefined)[] = changes.map(() => undefined);
    changes.forEach((change, index) => void change.then(({ type }) => (types[index] = type)));
    return types;
  }

  test('superseded at once by a newer one, also before it was stored', async () => {
    const { requests, submit, settle } = openTab();
    const types = follow([submit(false), submit(true), submit(false)]);
    await settle();
    expect(types).toEqual(['superseded', 'superseded', undefined]);
    requests[0]?.answer();
    await settle();
    expect(types).toEqual(['superseded', 'superseded', 'sent']);
  });

  test('removed by the person, while it waits or is held', async () => {
    const { requests, outbox, submit, settle } = openTab(createDevice(), { holds: true });
    const types = follow([submit(false), submit(true)]);
    await settle();
    requests[0]?.fail(refusal());
    await settle();
    expect(types).toEqual([undefined, undefined]);
    await outbox.remove(outbox.state().entries.map(({ id }) => id));
    await settle();
    expect(types).toEqual(['removed', 'removed']);
  });

  test('elsewhere, when another tab has sent, superseded or removed it', async () => {
    const first = openTab();
    const second = openTab(first.device);
    const sent = follow([first.submit(false)]);
    await first.settle();
    first.requests[0]?.fail();
    await first.settle();
    second.outbox.retry();
    await second.settle();
    second.requests[0]?.answer();
    await second.settle();
    expect([sent, first.requests.length]).toEqual([['elsewhere'], 1]);

    const superseded = follow([first.submit(false), second.submit(true)]);
    await first.settle();
    expect(superseded).toEqual(['elsewhere', undefined]);
    await first.outbox.remove(first.outbox.state().entries.map(({ id }) => id));
    await second.settle();
    expect(superseded).toEqual(['elsewhere', 'elsewhere']);
  });

  test('removed when it has become too old to be sent', async () => {
    const { requests, outbox, submit, settle } = openTab();
    const types = follow([submit(false)]);
    await settle();
    requests[0]?.fail();
    await settle();
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    outbox.retry();
    await settle();
    expect(types).toEqual(['removed']);
  });

  test('sent although it seems old, when somebody has typed it', async () => {
    const { requests, outbox, submit, settle } = openTab(undefined, { isTyped: true });
    const types = follow([submit(false)]);
    await settle();
    requests[0]?.fail();
    await settle();
    // The phone's clock was a year behind, and is put right by the network.
    vi.setSystemTime(Date.now() + 365 * 86_400_000);
    outbox.retry();
    await settle();
    requests[1]?.answer();
    await settle();
    expect(types).toEqual(['sent']);
  });
});
