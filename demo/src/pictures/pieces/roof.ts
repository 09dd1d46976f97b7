import type { Place, Scene } from '../scene.ts';

const tier = (wide: number, horn: number, eave: number): string =>
  `M${-wide} ${-horn}C${-wide * 0.8} ${-horn * 0.2} ${-wide * 0.38} 0 0 0C${wide * 0.38} 0 ${wide * 0.8} ${-horn * 0.2} ${wide} ${-horn}` +
  `C${wide * 0.94} ${-horn * 0.25} ${wide * 0.84} ${eave * 0.5} ${wide * 0.74} ${eave}L${-wide * 0.74} ${eave}C${-wide * 0.84} ${eave * 0.5} ${-wide * 0.94} ${-horn * 0.25} ${-wide} ${-horn}Z`;

/** A gonjong roof in two tiers, about 860 units wide around its saddle, its eaves 170 below. */
export function roof(
  scene: Scene,
  place: Place,
  base: number,
  colours: { thatch: readonly string[]; trim: string },
): void {
  scene.within(place, () => {
    for (const [y, wide, horn, eave, lift] of [
      [0, 430, 290, 170, 0],
      [-120, 235, 250, 130, 26],
    ] as const) {
      scene.within({ y }, () => {
        const outline = tier(wide, horn, eave);
        scene.fill(outline, colours.thatch, { base: base + lift, rise: 46, gloss: 0.3, rough: 0.4 });
        for (let row = 1; row < 5; row += 1) {
          const [down, reach] = [(eave * row) / 5, wide * (0.9 - row * 0.03)];
          scene.line(
            `M${-reach} ${down - (5 - row) * 14}Q0 ${down + 12} ${reach} ${down - (5 - row) * 14}`,
            '#1c0d08',
            5,
            null,
            {},
            0.35,
          );
        }
        scene.line(`M${-wide * 0.74} ${eave}H${wide * 0.74}`, colours.trim, 16, {
          base: base + lift + 20,
          rise: 14,
          gloss: 0.7,
        });
        for (const side of [-1, 1])
          scene.line(`M${side * wide} ${-horn}l${side * 8} -44`, colours.trim, 11, {
            base: base + lift,
            rise: 14,
            gloss: 0.8,
          });
      });
    }
  });
}
