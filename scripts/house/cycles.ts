import type { Problem } from './problem.ts';
import { importedFiles } from './resolve.ts';
import type { Source } from './source.ts';

/** No import cycles, types and lazy imports included. Each cycle is reported once. */
export function checkCycles(sources: Source[]): Problem[] {
  const edges = new Map(sources.map((source) => [source.path, importedFiles(source).map(({ file }) => file)]));
  const done = new Set<string>();
  const trail: string[] = [];
  const problems: Problem[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      const cycle = [...trail.slice(start), path].join(' → ');
      problems.push({ path, message: `import cycle ${cycle}: move what both need into a file that neither is` });
    }
    if (done.has(path) || start !== -1) return;
    trail.push(path);
    for (const next of edges.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const path of edges.keys()) visit(path);
  return problems;
}
