import { useRef } from 'react';
import type { PointerEvent } from 'react';
import { moved, within } from './crop.ts';
import type { Crop, Size } from './crop.ts';

/** A touch that goes no further, in pixels, is a tap. */
const tapReach = 6;

interface Point {
  x: number;
  y: number;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Drag to move, pinch to zoom, tap to bring a spot into the middle. */
export function useCropPointers(size: Size, crop: Crop, onChange: (crop: Crop) => void) {
  const pointers = useRef(new Map<number, Point>());
  const travelled = useRef(0);

  function down(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    if (pointers.current.size === 0) travelled.current = 0;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }
  function move(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const { width } = event.currentTarget.getBoundingClientRect();
    travelled.current += distance(before, now);
    pointers.current.set(event.pointerId, now);
    if (other) onChange(within(size, { ...crop, zoom: crop.zoom * (distance(now, other) / distance(before, other)) }));
    else if (travelled.current > tapReach) {
      onChange(moved(size, crop, (before.x - now.x) / width, (before.y - now.y) / width));
    }
  }
  function up(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size > 0 || travelled.current > tapReach) return;
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    onChange(moved(size, crop, (event.clientX - left) / width - 0.5, (event.clientY - top) / width - 0.5));
  }
  function cancel(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId);
  }
  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel };
}
