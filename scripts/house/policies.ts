import { locate } from './layout.ts';
import type { Problem } from './problem.ts';
import type { Source } from './source.ts';

/** Only the gate, and then a function of policy.ts, which is tested as a table, decide whether a person may do something. */
export function checkPolicies(sources: Source[]): Problem[] {
  return sources.flatMap((source) => {
    const location = locate(source.path);
    if (location?.zone !== 'server/feature' || location.isTest || location.part === 'policy') return [];
    return source.permissions.map(({ line, what }) => ({
      path: source.path,
      line,
      message: `${what}: read the row, and ask a named function in the feature's policy.ts who may`,
    }));
  });
}
