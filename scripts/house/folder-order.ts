import { locate } from './layout.ts';
import type { Problem } from './problem.ts';
import { importedFiles } from './resolve.ts';
import type { Source } from './source.ts';

/**
 * The folders, and files beside them, of places that have many, from the lowest up: each imports only what stands below it.
 * A folder that takes something of a later one has it handed in.
 */
const folderOrders: Record<string, string[]> = {
  'server/src/platform': [
    'errors',
    'text',
    'log',
    'process',
    'metrics',
    'valkey',
    'database',
    'clock',
    'start',
    'upgrade',
    'jobs',
    'signals',
    'transactions',
    'limits',
    'push',
    'config',
    'passwords',
    'mail',
    'session',
    'realtime',
    'files',
    'metrics-parts.ts',
    'platform.ts',
    'workers',
    'http',
    'backup',
  ],
  'web/src/lib': [
    'device',
    'format',
    'network',
    'screen',
    'calls',
    'query',
    'worker',
    'push',
    'drafts',
    'outbox',
    'session',
    'offers',
    'realtime',
    'uploads',
    'forms',
  ],
  'web/src/ui': [
    'styles',
    'parts',
    'buttons',
    'waiting',
    'fields',
    'overlays',
    'photos',
    'lists',
    'version-conflict.tsx',
  ],
};

/** Imports between the folders of a place go down, except those of tests, so that no folders import one another in a circle. */
export function checkFolderOrder(sources: Source[]): Problem[] {
  return Object.entries(folderOrders).flatMap(([place, order]) => {
    const rankOf = (file: string) => order.indexOf(file.slice(place.length + 1).split('/')[0] ?? '');
    const isInside = (file: string) => file.startsWith(`${place}/`) && locate(file)?.isTest === false;
    return sources
      .filter(({ path }) => isInside(path))
      .flatMap((source): Problem[] => {
        const rank = rankOf(source.path);
        if (rank === -1)
          return [
            {
              path: source.path,
              message: `${place} has the folders ${order.join(', ')}: put it into the one whose work it is, or give a new one its place in scripts/house/folder-order.ts`,
            },
          ];
        return importedFiles(source)
          .filter(({ file }) => isInside(file) && rankOf(file) > rank)
          .map(({ file, by }) => ({
            path: source.path,
            line: by.line,
            message: `imports ${by.specifier}: ${order[rank]} stands below ${order[rankOf(file)]} (scripts/house/folder-order.ts): take what it needs as an argument, or move the code up`,
          }));
      });
  });
}
