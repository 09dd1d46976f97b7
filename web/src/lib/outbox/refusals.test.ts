import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, errorOfResponse } from '../calls/api-error.ts';
import { createDevice, openTab } from './test-tab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = () => errorOfResponse(403, { code: 'forbidden', message: 'Tidak boleh.' });

test('a refused change without a form is given back to where it was typed', async () => {
  const { requests, givenBack, submit, shown, settle } = openTab(undefined, { hasPlace: true });
  const change = submit(false);
  await settle();
  requests[0]?.fail(refusal());
  await settle();
  expect([await change, givenBack, shown()]).toEqual([{ type: 'refused' }, [{ open: false }], []]);
});

test('what is set aside stays stored, holds up nothing that is done later, and is not sent again', async () => {
  const { device, requests, outbox, submit, settle } = openTab(createDevice(), { keepsAll: true, hasPlace: false });
  void submit(false);
  void submit(true);
  await settle();
  requests[0]?.fail(refusal());
  await settle();
  requests[1]?.answer();
  await settle();
  outbox.retry();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests.map(({ choice }) => choice.open)).toEqual([false, true]);
  expect(device.stored.get('cook')?.map(({ held }) => held?.because)).toEqual(['refused']);
});

describe('a change whose form waits', () => {
  const kinds = { 'a kind that gives back': { hasPlace: true }, 'a kind that holds': { holds: true } };

  test.each(Object.entries(kinds))('is returned to it by the refusal: %s', async (_name, options) => {
    const { requests, outbox, givenBack, submit, settle } = openTab(createDevice(), options);
    const change = submit(false, 'mine', { left: new AbortController().signal });
    await settle();
    requests[0]?.fail(refusal());
    await settle();
    const outcome = await change;
    const error = outcome.type === 'returned' ? outcome.error : undefined;
    expect([error?.status, error?.code, error?.message]).toEqual([403, 'forbidden', 'Tidak boleh.']);
    expect(error).toBeInstanceOf(ApiError);
    expect([givenBack, outbox.state().entries]).toEqual([[], []]);
  });

  test('is returned at once by a device that does not store', async () => {
    const device = createDevice();
    const { requests, submit, settle } = openTab(device, { hasPlace: true });
    const outcomes: string[] = [];
    void submit(false, 'mine', { left: new AbortController().signal }).then(({ type }) => outcomes.push(type));
    await settle();
    device.storage.update = () => new Promise(() => {});
    requests[0]?.fail(refusal());
    await settle();
    expect(outcomes).toEqual(['returned']);
  });

  test('is given back by its kind once the form is left, also during the request', async () => {
    const form = new AbortController();
    const { requests, givenBack, submit, settle } = openTab(undefined, { hasPlace: true });
    const change = submit(false, 'mine', { left: form.signal });
    await settle();
    form.abort();
    requests[0]?.fail(refusal());
    await settle();
    expect([await change, givenBack]).toEqual([{ type: 'left' }, [{ open: false }]]);
  });

  test('is held once the form is left, by a kind that holds', async () => {
    const form = new AbortController();
    const { requests, outbox, submit, settle } = openTab(undefined, { holds: true });
    void submit(false, 'mine', { left: form.signal });
    await settle();
    form.abort();
    requests[0]?.fail(refusal());
    await settle();
    expect(outbox.state().entries[0]?.held).toMatchObject({ because: 'refused', code: 'forbidden' });
  });

  test('waits as any other when the session has ended', async () => {
    const { device, requests, submit, settle } = openTab(undefined, { hasPlace: true });
    void submit(false, 'mine', { left: new AbortController().signal });
    await settle();
    requests[0]?.fail(errorOfResponse(401, { code: 'unauthenticated', message: 'Masuk dulu.' }));
    await settle();
    expect(device.stored.get('cook')).toHaveLength(1);
  });
});
