import { oldestChromium } from '../old-browsers/late.ts';
import { locate } from './layout.ts';
import type { Problem } from './problem.ts';
import type { Source } from './source.ts';

/** Code that runs in browsers uses nothing that the oldest Chromium in use lacks, unless it asks whether it is there. */
export const checkLateCalls = (sources: Source[]): Problem[] =>
  sources.flatMap(({ path, lateCalls }) => {
    const location = locate(path);
    if (!location || location.isTest || !/^(web|contract)\b/.test(location.zone)) return [];
    return lateCalls.map(({ line, what }) => ({
      path,
      line,
      message: `${what} came after Chromium ${oldestChromium}: ask whether the browser has it, or do without (D138)`,
    }));
  });
