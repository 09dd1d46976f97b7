import { expect, test, vi } from 'vitest';
import { keyboardInset, subscribeToKeyboard } from './use-keyboard-inset.ts';

/** A window of 740 px whose visible part is as given. */
function showViewport(visible: { height: number; offsetTop?: number; scale?: number }) {
  const visualViewport = Object.assign(new EventTarget(), { offsetTop: 0, scale: 1, ...visible });
  vi.stubGlobal('window', { innerHeight: 740, visualViewport });
  return visualViewport;
}

test('the keyboard covers what the window has below its visible part', () => {
  showViewport({ height: 740 });
  expect(keyboardInset()).toBe(0);
  showViewport({ height: 404.4 });
  expect(keyboardInset()).toBe(336);
  // An iPhone scrolls the visible part to the input.
  showViewport({ height: 404, offsetTop: 100 });
  expect(keyboardInset()).toBe(236);
  showViewport({ height: 404, offsetTop: 400 });
  expect(keyboardInset()).toBe(0);
});

test('zoomed in, or without a visual viewport, there is no keyboard', () => {
  showViewport({ height: 370, scale: 2 });
  expect(keyboardInset()).toBe(0);
  vi.stubGlobal('window', { innerHeight: 740, visualViewport: null });
  expect(keyboardInset()).toBe(0);
});

test('it is measured again when the visible part changes or moves, until nobody asks any more', () => {
  const viewport = showViewport({ height: 740 });
  const listener = vi.fn<() => void>();
  const unsubscribe = subscribeToKeyboard(listener);
  for (const event of ['resize', 'scroll']) viewport.dispatchEvent(new Event(event));
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  for (const event of ['resize', 'scroll']) viewport.dispatchEvent(new Event(event));
  expect(listener).toHaveBeenCalledTimes(2);
});
