import path from 'node:path';
import { checkFolder } from './house/house.ts';
import { formatProblem } from './house/problem.ts';

// Vocabulary, import directions, cycles, barrels and sizes, as ARCHITECTURE.md describes them. There are no exceptions.
const problems = checkFolder(path.resolve(import.meta.dirname, '..'));
for (const problem of problems) console.error(formatProblem(problem));
console.log(problems.length === 0 ? 'The house is in order.' : `${problems.length} broken house rules.`);
process.exitCode = problems.length === 0 ? 0 : 1;
