import type { Text } from './citations.ts';
import { locate } from './layout.ts';
import type { Problem } from './problem.ts';
import { importedFiles } from './resolve.ts';
import type { Source } from './source.ts';

const document = 'ARCHITECTURE.md';

/**
 * Features use one another in one direction: ARCHITECTURE.md lists them in layers (`server 2  chat · decisions`), and a feature
 * imports only from layers with lower numbers. So there is no cycle, and the list is what the code does.
 */
export function checkFeatureGraph(sources: Source[], texts: Text[]): Problem[] {
  const layers = readLayers(texts.find(({ path }) => path === document)?.text ?? '');
  const unlisted = new Set<string>();
  return sources.flatMap((source): Problem[] => {
    const from = locate(source.path);
    if (!from?.feature || from.isTest || (from.zone !== 'server/feature' && from.zone !== 'web/feature')) return [];
    const side = from.zone.split('/')[0];
    const own = layers.get(`${side} ${from.feature}`);
    if (own === undefined) {
      if (unlisted.has(`${side} ${from.feature}`)) return [];
      unlisted.add(`${side} ${from.feature}`);
      return [{ path: source.path, message: `${document} lists no layer of ${side} for ${from.feature}` }];
    }
    return importedFiles(source).flatMap(({ file, by }): Problem[] => {
      const to = locate(file);
      if (to?.zone !== from.zone || to.feature === from.feature) return [];
      if ((layers.get(`${side} ${to.feature}`) ?? Infinity) < own) return [];
      const message = `imports ${by.specifier}: ${from.feature} is in layer ${own} of ${document} and uses only lower ones: hand it in from ${side === 'server' ? 'app.ts' : 'the screen or through a slot'}, or move it down`;
      return [{ path: source.path, line: by.line, message }];
    });
  });
}

/** The number of each feature's layer, by `server chat` or `web chat`. */
const readLayers = (text: string): Map<string, number> =>
  new Map(
    [...text.matchAll(/^(server|web) +(\d+) +(\S.*)$/gm)].flatMap(([, side = '', layer = '', names = '']) =>
      names.split('·').map((name): [string, number] => [`${side} ${name.trim()}`, Number(layer)]),
    ),
  );
