import { onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { followNetwork } from './follow-network.ts';

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
