import { features } from 'web-features';

/** The oldest Chromium in which every screen works (D138). */
export const oldestChromium = 96;

type Support = { support: { chrome?: string; chrome_android?: string } };

/** '≤37' was there in 37 at the latest; what Chrome has not has no version. Cameras are there on phones alone. */
const versionOf = ({ support: { chrome = 'Infinity', chrome_android: phone = chrome } }: Support): number =>
  Math.min(...[chrome, phone].map((version) => Number(version.replace('≤', ''))));

/** The version of Chrome that each part of the platform came with, by its name in MDN's compatibility data. */
export const firstVersions = new Map(
  Object.values(features)
    .flatMap((feature) =>
      feature.kind === 'feature' ? Object.entries<Support>(feature.status.by_compat_key ?? {}) : [],
    )
    .map(([name, support]) => [name, versionOf(support)]),
);

/** Whether Chromium has it later than the oldest one in use, or never. What the data does not know is as old as can be. */
export const isLate = (name: string): boolean => (firstVersions.get(name) ?? 0) > oldestChromium;
