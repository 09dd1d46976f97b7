import { stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { kilobytes } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { webFolder } from './demo.ts';
import { openPage, untilKept } from './phone.ts';
import type { Phone } from './phone.ts';

const limit = 450_000;

/** Measures the gzip size of the worker and of the app that it keeps on the device of a person with a role. */
export const measureKeptApp =
  (role: string) =>
  async (phone: Phone, url: string): Promise<Row[]> => {
    const context = await phone.signedIn();
    const { page } = await openPage(context);
    await page.goto(url);
    await untilKept(page);
    const files = await page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('shell '));
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    });
    const shell = await (await context.request.get(`${url}/shell`)).body();
    await context.close();
    const sizes = await Promise.all(files.filter((file) => file.startsWith('/assets/')).map(sizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, gzipSync(shell).length);
    return [
      { what: 'the worker', measured: kilobytes(await sizeOf('/worker.js')) },
      {
        what: `the app that the device keeps, ${role}`,
        measured: `${kilobytes(bytes)} in ${files.length} files`,
        budget: `<= ${limit / 1000} kB`,
        isMet: bytes <= limit,
      },
    ];
  };

const sizeOf = async (file: string): Promise<number> => (await stat(path.join(webFolder, `${file}.gz`))).size;
