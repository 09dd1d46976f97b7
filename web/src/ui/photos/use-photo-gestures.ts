import { useLayoutEffect, useRef } from 'react';
import type { PointerEvent, RefObject, WheelEvent } from 'react';
import { keepInside, scaleAround, unzoomed } from './photo-zoom.ts';
import type { Point, Zoom } from './photo-zoom.ts';

const doubleTapMs = 300;
const doubleTapScale = 2.5;
/** A finger that moves less than this far taps. */
const tapReachPx = 10;
/** A swipe counts from this share of the width, this far down, or this fast. */
const swipeShare = 0.2;
const closeReachPx = 100;
const swipePxPerMs = 0.5;

type Options = {
  current: number;
  count: number;
  onShow: (index: number) => void;
  onClose: () => void;
};

type PhotoGestures = {
  /** The handlers for the stage, which fills the screen. */
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
    onWheel: (event: WheelEvent) => void;
  };
  /** The row of photos. */
  track: RefObject<HTMLDivElement | null>;
  /** The current photo. */
  photo: RefObject<HTMLDivElement | null>;
  zoomTo: (scale: number) => void;
};

type Drag = {
  mode: 'undecided' | 'sideways' | 'down' | 'pan' | 'pinch';
  from: Point;
  /** Mean distance of the fingers from their centre, in pixels. */
  spread: number;
  zoom: Zoom;
  startedAt: number;
  mayBeTap: boolean;
};

/**
 * Pinch, double tap and pan on the current photo, a swipe sideways to another one, a swipe down to close. Transforms are set on
 * the elements directly, since rendering at every move would be too slow.
 */
export function usePhotoGestures({ current, count, onShow, onClose }: Options): PhotoGestures {
  const track = useRef<HTMLDivElement>(null);
  const photo = useRef<HTMLDivElement>(null);
  const zoom = useRef(unzoomed);
  const fingers = useRef(new Map<number, Point>());
  const drag = useRef<Drag>(undefined);
  const lastTap = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY });

  function placeTrack(dx: number, dy: number, isHeld: boolean) {
    if (!track.current) return;
    track.current.style.transition = isHeld ? 'none' : '';
    track.current.style.transform = `translate(calc(${-100 * current}% + ${dx}px), ${dy}px)`;
  }
  function placePhoto(wanted: Zoom, isHeld: boolean) {
    const image = photo.current?.querySelector('img');
    if (!photo.current || !image) return;
    const stage = { width: window.innerWidth, height: window.innerHeight };
    zoom.current = keepInside(wanted, stage, { width: image.naturalWidth || 1, height: image.naturalHeight || 1 });
    const { scale, x, y } = zoom.current;
    photo.current.style.transition = isHeld ? 'none' : '';
    photo.current.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
  }
  useLayoutEffect(() => {
    placeTrack(0, 0, false);
    const shown = photo.current;
    return () => {
      zoom.current = unzoomed;
      if (shown) shown.style.transform = '';
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [current]);

  function startDrag(startedAt: number, mayBeTap: boolean) {
    const points = [...fingers.current.values()];
    const from = centreOf(points);
    drag.current = {
      mode: points.length > 1 ? 'pinch' : zoom.current.scale > 1 ? 'pan' : 'undecided',
      from,
      spread: spreadOf(points, from),
      zoom: zoom.current,
      startedAt,
      mayBeTap: mayBeTap && points.length === 1,
    };
  }
  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    startDrag(event.timeStamp, fingers.current.size === 1);
  }
  function onPointerMove(event: PointerEvent) {
    const held = drag.current;
    if (!held || !fingers.current.has(event.pointerId)) return;
    fingers.current.set(event.pointerId, pointOf(event));
    const points = [...fingers.current.values()];
    const at = centreOf(points);
    const [dx, dy] = [at.x - held.from.x, at.y - held.from.y];
    if (Math.hypot(dx, dy) > tapReachPx) {
      held.mayBeTap = false;
      if (held.mode === 'undecided') held.mode = Math.abs(dx) > Math.abs(dy) ? 'sideways' : 'down';
    }
    if (held.mode === 'pinch') {
      const scale = (held.zoom.scale * spreadOf(points, at)) / held.spread;
      placePhoto(scaleAround(held.zoom, scale, fromCentre(held.from), fromCentre(at)), true);
    } else if (held.mode === 'pan') {
      placePhoto({ ...held.zoom, x: held.zoom.x + dx, y: held.zoom.y + dy }, true);
    } else if (held.mode === 'sideways') {
      const isEnd = dx > 0 ? current === 0 : current === count - 1;
      placeTrack(isEnd ? dx / 4 : dx, 0, true);
    } else if (held.mode === 'down') {
      placeTrack(0, Math.max(0, dy), true);
    }
  }
  function onPointerUp(event: PointerEvent) {
    const held = drag.current;
    if (!held || !fingers.current.delete(event.pointerId)) return;
    if (fingers.current.size > 0) {
      // The finger that is left of a pinch pans.
      startDrag(event.timeStamp, false);
      return;
    }
    drag.current = undefined;
    const at = pointOf(event);
    const [dx, dy] = [at.x - held.from.x, at.y - held.from.y];
    const elapsedMs = event.timeStamp - held.startedAt;
    if (held.mayBeTap) tap(at, event.timeStamp);
    else if (held.mode === 'sideways') {
      const isSwipe = Math.abs(dx) > window.innerWidth * swipeShare || Math.abs(dx) / elapsedMs > swipePxPerMs;
      placeTrack(0, 0, false);
      if (isSwipe) onShow(current - Math.sign(dx));
    } else if (held.mode === 'down') {
      if (dy > closeReachPx || dy / elapsedMs > swipePxPerMs) onClose();
      else placeTrack(0, 0, false);
    }
  }
  function onPointerCancel(event: PointerEvent) {
    fingers.current.delete(event.pointerId);
    drag.current = undefined;
    placeTrack(0, 0, false);
  }
  function tap(at: Point, now: number) {
    const { x, y, at: before } = lastTap.current;
    const isDouble = now - before < doubleTapMs && Math.hypot(at.x - x, at.y - y) < 4 * tapReachPx;
    lastTap.current = { ...at, at: isDouble ? Number.NEGATIVE_INFINITY : now };
    if (!isDouble) return;
    placePhoto(zoom.current.scale > 1 ? unzoomed : scaleAround(unzoomed, doubleTapScale, fromCentre(at)), false);
  }
  function onWheel(event: WheelEvent) {
    const scale = zoom.current.scale * Math.exp(-event.deltaY / 300);
    placePhoto(scaleAround(zoom.current, scale, fromCentre(pointOf(event))), true);
  }
  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onWheel },
    track,
    photo,
    zoomTo: (scale) => placePhoto(scaleAround(zoom.current, scale, { x: 0, y: 0 }), false),
  };
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({ x: clientX, y: clientY });

const fromCentre = ({ x, y }: Point): Point => ({ x: x - window.innerWidth / 2, y: y - window.innerHeight / 2 });

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const centreOf = (points: Point[]): Point => ({ x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) });

const spreadOf = (points: Point[], centre: Point): number =>
  Math.max(1, mean(points.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y))));
