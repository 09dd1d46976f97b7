import { onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { api } from '../calls/api.ts';
import { followNetwork } from './follow-network.ts';
import { hasSignal } from './signal.ts';

test('the return of the network is told, also when a late answer has come after it went', () => {
  const page = new EventTarget();
  const told: boolean[] = [];
  onTestFinished(onlineManager.subscribe((isOnline) => void told.push(isOnline)));
  followNetwork(page);
  page.dispatchEvent(new Event('offline'));
  onlineManager.setOnline(true);
  told.length = 0;
  page.dispatchEvent(new Event('online'));
  expect(told.at(-1)).toBe(true);
  expect(onlineManager.isOnline()).toBe(true);
});

test('there is a signal while requests get any answer, also that the server fails, and none when the network fails them', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = new EventTarget();
  followNetwork(page);
  async function callWith(request: () => Promise<Response>): Promise<boolean> {
    vi.stubGlobal('fetch', request);
    await api.get_session({}).catch(() => undefined);
    return hasSignal();
  }
  const fails = () => Promise.reject(new TypeError('Failed to fetch'));
  const refuses = async () =>
    Response.json({ code: 'not_ready', message: 'Server sedang tidak siap.' }, { status: 503 });
  expect(await callWith(fails)).toBe(true);
  expect(await callWith(fails)).toBe(false);
  expect(await callWith(refuses)).toBe(true);
  expect(await callWith(fails)).toBe(true);
  expect(await callWith(fails)).toBe(false);
  page.dispatchEvent(new Event('online'));
  expect(hasSignal()).toBe(true);
  page.dispatchEvent(new Event('offline'));
  expect(hasSignal()).toBe(false);
});
