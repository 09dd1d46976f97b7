import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function boundary() {
  const part = new ErrorBoundary({ children: null });
  const setState = vi.spyOn(part, 'setState').mockReturnValue();
  /** Whether what fails so is rendered anew. */
  const isRenewed = (name: string) => {
    setState.mockClear();
    part.componentDidCatch(Object.assign(new Error('Not a child of this node.'), { name }));
    return setState.mock.calls.length === 1;
  };
  return { isRenewed };
}

test('what others have moved is rendered anew three times in a minute, and then given up', () => {
  const { isRenewed } = boundary();
  for (let time = 0; time < 3; time += 1) {
    expect(isRenewed('NotFoundError')).toBe(true);
    vi.advanceTimersByTime(2_000);
  }
  expect(isRenewed('NotFoundError')).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(isRenewed('NotFoundError')).toBe(true);
});

test('what fails by itself is not rendered anew', () => {
  expect(boundary().isRenewed('TypeError')).toBe(false);
});
