import { parseSync, Visitor } from 'vite';
import type { Text } from './citations.ts';
import type { Problem } from './problem.ts';

/** No object in a JSON file has a key twice: readers take the last one without a word. Comments are allowed. */
export function checkJsonFiles(texts: Text[]): Problem[] {
  return texts.flatMap(({ path, text }) => {
    const before = 'export default ';
    const { program, errors } = parseSync(`${path}.ts`, `${before}${text}`);
    const at = (start: number, message: string) => ({
      path,
      line: text.slice(0, start - before.length).split('\n').length,
      message,
    });
    const problems: Problem[] = errors.map(({ message }) => ({ path, message: `cannot be read: ${message}` }));
    new Visitor({
      ObjectExpression: ({ properties }) => {
        const seen = new Set<unknown>();
        for (const property of properties) {
          if (property.type !== 'Property' || property.key.type !== 'Literal') continue;
          const { value, start } = property.key;
          if (seen.has(value)) problems.push(at(start, `has the key "${value}" twice: delete one`));
          seen.add(value);
        }
      },
    }).visit(program);
    return problems;
  });
}
