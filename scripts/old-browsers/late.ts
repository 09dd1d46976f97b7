import { readFileSync } from 'node:fs';

/** The oldest Chromium in which every screen works (D138). */
export const oldestChromium = 96;

type Support = { support: { chrome?: string; chrome_android?: string } };

/** The part of the package `web-features` that is read here. */
type Data = { features: Record<string, { status?: { by_compat_key?: Record<string, Support> } }> };

const { features } = JSON.parse(readFileSync(new URL(import.meta.resolve('web-features/data.json')), 'utf8')) as Data;

/** The version of Chrome that brought something, on computers or on phones: '≤37' means 37 at the latest, none that Chrome lacks it. */
const versionOf = ({ support: { chrome = 'Infinity', chrome_android: phone = chrome } }: Support): number =>
  Math.min(...[chrome, phone].map((version) => Number(version.replace('≤', ''))));

/** The version of Chrome that each part of the platform came with, by its name in MDN's compatibility data. */
export const firstVersions = new Map(
  Object.values(features)
    .flatMap(({ status }) => Object.entries(status?.by_compat_key ?? {}))
    .map(([name, support]) => [name, versionOf(support)]),
);

/** Whether Chromium has it later than the oldest one in use, or never. A name that the data does not know counts as older. */
export const isLate = (name: string): boolean => (firstVersions.get(name) ?? 0) > oldestChromium;
