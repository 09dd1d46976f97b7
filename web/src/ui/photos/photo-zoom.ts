/** A photo's scale and the shift of its centre in pixels. */
export type Zoom = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
const maxScale = 5;

/**
 * Sets another scale, and moves the point under `from` to `to`.
 * @param from in pixels from the centre of the stage, as `to`
 */
export function scaleAround(zoom: Zoom, scale: number, from: Point, to: Point = from): Zoom {
  const next = Math.min(maxScale, Math.max(1, scale));
  const ratio = next / zoom.scale;
  return { scale: next, x: to.x - (from.x - zoom.x) * ratio, y: to.y - (from.y - zoom.y) * ratio };
}

/** The nearest position at which a photo's edge is not inside the stage. `natural` is the photo's own size. */
export function keepInside(zoom: Zoom, stage: Size, natural: Size): Zoom {
  const fit = Math.min(stage.width / natural.width, stage.height / natural.height);
  const clamp = (shift: number, length: number, stageLength: number) => {
    const most = Math.max(0, (length * fit * zoom.scale - stageLength) / 2);
    return Math.min(most, Math.max(-most, shift)) || 0;
  };
  return {
    scale: zoom.scale,
    x: clamp(zoom.x, natural.width, stage.width),
    y: clamp(zoom.y, natural.height, stage.height),
  };
}
