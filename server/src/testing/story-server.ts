import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startLapau } from '../main.ts';
import { readConfig } from '../platform/config.ts';

// A Lapau of its own for one worker of the stories, as `npm start` would run it; tells the worker where it is.
const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-stories-'));
const config = readConfig({ ...process.env, HOST: '127.0.0.1', PORT: '0', LAPAU_DATA: dataFolder, LOG_LEVEL: 'error' }, 'start');
const roomy = Object.fromEntries(Object.keys(config.rateLimits).map((limit) => [limit, 1e6])) as typeof config.rateLimits;
const { url, platform, stop } = await startLapau({ ...config, rateLimits: roomy });

process.on('disconnect', () => {
  void stop()
    .then(() => rm(dataFolder, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
process.send?.({ url, dataFolder, secret: platform.secret, databaseUrl: platform.database.pool.options.connectionString });
