import { expect, test, vi } from 'vitest';
import { deviceStorage } from './device-storage.ts';

const throwing = (name: string) => () => {
  throw new DOMException('', name);
};

test('what the browser refuses, or a full device cannot store, lives as long as the page', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'before', setItem: throwing('QuotaExceededError') });
  expect(deviceStorage.set('choice', 'new')).toBe(false);
  expect(deviceStorage.get('choice')).toBe('new');
  expect(deviceStorage.get('other')).toBe('before');
  Object.defineProperty(globalThis, 'localStorage', { get: throwing('SecurityError'), configurable: true });
  expect(deviceStorage.get('other')).toBe(null);
  expect(deviceStorage.set('other', 'new')).toBe(false);
  deviceStorage.remove('other');
  expect(deviceStorage.get('other')).toBe(null);
});
