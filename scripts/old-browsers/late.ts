import { features } from 'web-features';

/** The oldest Chromium in which every screen works (D138). */
export const oldestChromium = 96;

/** The version of Chrome that each part of the platform came with, by its name in MDN's compatibility data. */
export const firstVersions = new Map(
  Object.values(features)
    .flatMap((feature) => (feature.kind === 'feature' ? Object.entries(feature.status.by_compat_key ?? {}) : []))
    .map(([name, { support }]) => [name, Number.parseInt(support.chrome?.replace('≤', '') ?? 'Infinity', 10)]),
);

/** Whether Chromium has it later than the oldest one in use, or never. What the data does not know is as old as can be. */
export const isLate = (name: string): boolean => (firstVersions.get(name) ?? 0) > oldestChromium;
