import type { MouseEvent, PointerEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLongPress } from './use-long-press.ts';

/** Stands for an element of the page: a text, or something in a link. */
class FakeElement {
  isInLink: boolean;
  constructor({ isInLink = false } = {}) {
    this.isInLink = isInLink;
  }
  closest() {
    return this.isInLink ? this : null;
  }
}
vi.stubGlobal('Element', FakeElement);
const bubble = new FakeElement();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Handlers = ReturnType<typeof useLongPress>;
type BubbleProps = { onLongPress: (element: HTMLElement) => void; onRender: (handlers: Handlers) => void };

function Bubble({ onLongPress, onRender }: BubbleProps) {
  onRender(useLongPress(onLongPress));
  return null;
}

/** Calls the handlers of an element with events at a place in it. */
function press(target = bubble) {
  const onLongPress = vi.fn<(element: HTMLElement) => void>();
  const preventDefault = vi.fn<() => void>();
  let handlers: Handlers | undefined;
  renderToString(<Bubble onLongPress={onLongPress} onRender={(rendered) => (handlers = rendered)} />);
  const event = (x = 0, y = 0, pointerType = 'touch') =>
    ({ currentTarget: bubble, target, clientX: x, clientY: y, pointerType, preventDefault }) as unknown;
  return {
    onLongPress,
    preventDefault,
    down: (pointerType?: string) => handlers?.onPointerDown(event(100, 100, pointerType) as PointerEvent<HTMLElement>),
    move: (x: number, y: number) => handlers?.onPointerMove(event(x, y) as PointerEvent<HTMLElement>),
    up: () => handlers?.onPointerUp(),
    cancel: () => handlers?.onPointerCancel(),
    contextMenu: () => handlers?.onContextMenu(event() as MouseEvent<HTMLElement>),
  };
}

test('a finger that rests for long presses, once', () => {
  const { onLongPress, down, up } = press();
  down();
  vi.advanceTimersByTime(449);
  expect(onLongPress).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLongPress).toHaveBeenCalledExactlyOnceWith(bubble);
  up();
  vi.advanceTimersByTime(2_000);
  expect(onLongPress).toHaveBeenCalledOnce();
});

test.each([
  ['is lifted', ({ up }: ReturnType<typeof press>) => up()],
  ['begins to scroll', ({ cancel }: ReturnType<typeof press>) => cancel()],
  ['moves too far sideways', ({ move }: ReturnType<typeof press>) => move(111, 100)],
  ['moves too far down', ({ move }: ReturnType<typeof press>) => move(100, 111)],
])('a finger that %s before does not', (_what, end) => {
  const pressed = press();
  pressed.down();
  vi.advanceTimersByTime(400);
  end(pressed);
  vi.advanceTimersByTime(2_000);
  expect(pressed.onLongPress).not.toHaveBeenCalled();
});

test('a finger that trembles presses all the same', () => {
  const { onLongPress, down, move } = press();
  down();
  for (const [x, y] of [
    [106, 106],
    [94, 97],
    [110, 100],
  ] as const)
    move(x, y);
  vi.advanceTimersByTime(450);
  expect(onLongPress).toHaveBeenCalledOnce();
});

test('on a link it takes longer, so that the browser’s own menu comes first where there is one', () => {
  const { onLongPress, down } = press(new FakeElement({ isInLink: true }));
  down();
  vi.advanceTimersByTime(899);
  expect(onLongPress).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLongPress).toHaveBeenCalledOnce();
});

test('the browser’s own long press and the right button press at once, but leave a link its menu', () => {
  const text = press();
  text.down();
  text.contextMenu();
  vi.advanceTimersByTime(2_000);
  expect(text.onLongPress).toHaveBeenCalledExactlyOnceWith(bubble);
  expect(text.preventDefault).toHaveBeenCalled();

  const link = press(new FakeElement({ isInLink: true }));
  link.down();
  link.contextMenu();
  vi.advanceTimersByTime(2_000);
  expect(link.onLongPress).not.toHaveBeenCalled();
  expect(link.preventDefault).not.toHaveBeenCalled();
});

test('a mouse that is held down does nothing', () => {
  const { onLongPress, down } = press();
  down('mouse');
  vi.advanceTimersByTime(2_000);
  expect(onLongPress).not.toHaveBeenCalled();
});
