import path from 'node:path';
import { checkFolder } from './house/house.ts';
import { formatProblem } from './house/problem.ts';

// Checks layout, import rules, cycles, barrels, sizes and citations, as ARCHITECTURE.md describes them, without exceptions.
const problems = checkFolder(path.resolve(import.meta.dirname, '..'));
for (const problem of problems) console.error(formatProblem(problem));
console.log(problems.length === 0 ? 'All house rules hold.' : `${problems.length} broken house rules.`);
process.exitCode = problems.length === 0 ? 0 : 1;
