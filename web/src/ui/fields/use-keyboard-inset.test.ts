import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyboardInset, subscribeToKeyboard } from './use-keyboard-inset.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const field: { matches: () => boolean } | null = { matches: () => true };

/** A window of 740 px whose visible part is as given, with a text field that has the focus. */
function showViewport(visible: { height: number; offsetTop?: number; scale?: number } | null) {
  const visualViewport = visible && Object.assign(new EventTarget(), { offsetTop: 0, scale: 1, ...visible });
  const page = Object.assign(new EventTarget(), { activeElement: field });
  const shown = Object.assign(new EventTarget(), { innerHeight: 740, visualViewport });
  vi.stubGlobal('window', shown);
  vi.stubGlobal('document', page);
  return { visualViewport, page, shown };
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
  showViewport(null);
  expect(keyboardInset()).toBe(0);
});

test('it is looked at again when the visible part, the window or the focus changes, or the app is shown, until nobody asks any more', () => {
  const { visualViewport, page, shown } = showViewport({ height: 740 });
  const listener = vi.fn<() => void>();
  const unsubscribe = subscribeToKeyboard(listener);
  const change = () => {
    for (const event of ['resize', 'scroll']) visualViewport?.dispatchEvent(new Event(event));
    for (const event of ['resize', 'orientationchange', 'pageshow']) shown.dispatchEvent(new Event(event));
    for (const event of ['focusin', 'visibilitychange']) page.dispatchEvent(new Event(event));
  };
  change();
  expect(listener).toHaveBeenCalledTimes(7);
  unsubscribe();
  change();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledTimes(7);
});

test('while somebody types it is looked at without any event', () => {
  const { page } = showViewport({ height: 404 });
  const listener = vi.fn<() => void>();
  const unsubscribe = subscribeToKeyboard(listener);
  vi.advanceTimersByTime(1_000);
  expect(listener).toHaveBeenCalledTimes(2);
  page.activeElement = null;
  vi.advanceTimersByTime(1_000);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test('once the text field has lost the focus, and the tap that took it is over, there is none, whatever the browser says', () => {
  const { page } = showViewport({ height: 404 });
  const unsubscribe = subscribeToKeyboard(() => undefined);
  page.activeElement = null;
  page.dispatchEvent(new Event('focusout'));
  expect(keyboardInset()).toBe(336);
  vi.advanceTimersByTime(400);
  expect(keyboardInset()).toBe(0);
  page.activeElement = { matches: () => true };
  page.dispatchEvent(new Event('focusin'));
  expect(keyboardInset()).toBe(336);
  // The keyboard stays from one field to the next.
  page.dispatchEvent(new Event('focusout'));
  vi.advanceTimersByTime(400);
  expect(keyboardInset()).toBe(336);
  unsubscribe();
});
