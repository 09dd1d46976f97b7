import type { Beside } from '../pieces/props.ts';
import type { Scene } from '../scene.ts';

/**
 * How a dish is drawn in its up to three photos (variants 0, 1, 2): `grounds` are the table tops, `beside` is what lies in
 * the corners, and `draw` puts the dish around the origin, within about 450 pixels. A later variant may choose other tableware.
 * `upright` dishes are seen at a slant and must not be turned.
 */
export type Recipe = {
  grounds: readonly [string, string, string];
  beside?: readonly [Beside, Beside, Beside];
  upright?: true;
  draw: (scene: Scene, variant: number) => void;
};

/** The tableware of a photo: one for each variant. */
export function byVariant<const Style extends string>(
  variant: number,
  ...styles: readonly [Style, Style, Style]
): Style {
  return styles[variant] ?? styles[0];
}
