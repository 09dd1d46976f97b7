import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { unavailableReason } from '../errors/unavailable.ts';
import type { Platform } from '../platform.ts';
import { readBuiltFiles, sendBuiltFile } from './built-files.ts';
import type { BuiltFile } from './built-files.ts';
import { manifestFile } from './kept-app.ts';
import { createWebFileFinder, putWebFiles } from './stored-web-files.ts';

/** Whether the file has a route of its own, or none. */
const isElsewhere = (name: string): boolean =>
  name === 'index.html' || name.startsWith('.vite/') || name.startsWith('worker') || name === manifestFile;

const unique = 'assets/';

/**
 * Serves the built web app's files from memory. Hashed files are also stored in the database, by which processes serve those of other
 * releases (D98).
 */
export async function mountWebFiles(
  app: FastifyInstance,
  { database, log }: Pick<Platform, 'database' | 'log'>,
  folder: string,
): Promise<void> {
  const own = new Map<string, BuiltFile>();
  for (const [name, file] of await readBuiltFiles(folder)) {
    if (name.startsWith(unique)) own.set(name.slice(unique.length), file);
    else if (!isElsewhere(name))
      app.get(`/${name}`, (request, reply) => sendBuiltFile(request, reply, file, 'public, max-age=3600'));
  }
  const find = createWebFileFinder(database);
  app.get<{ Params: { name: string } }>(`/${unique}:name`, async (request, reply) => {
    const { name } = request.params;
    const file = own.get(name) ?? (/^[\w.-]{1,200}$/.test(name) ? await find(name) : undefined);
    if (!file) throw new AppError('unknown_call');
    return sendBuiltFile(request, reply, file, 'public, max-age=31536000, immutable');
  });
  if (own.size > 0) await keepStored(app, { database, log }, own);
}

const dayMs = 86_400_000;
const retryMs = 60_000;

/** Stores the files before anybody can open a page that names them, and notes each day that this process has them. */
async function keepStored(
  app: FastifyInstance,
  { database, log }: Pick<Platform, 'database' | 'log'>,
  files: Map<string, BuiltFile>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const store = async () => {
    let pauseMs = dayMs;
    try {
      await putWebFiles(database.db, files);
    } catch (error) {
      if (isClosed) return;
      const reason = unavailableReason(error);
      log.warn(
        reason === undefined ? { err: error } : { reason },
        'the web app is not stored in the database: other processes cannot serve the pages of this one',
      );
      pauseMs = retryMs;
    }
    if (!isClosed) timer = setTimeout(() => void store(), pauseMs).unref();
  };
  app.addHook('onClose', async () => {
    isClosed = true;
    clearTimeout(timer);
  });
  await store();
}
