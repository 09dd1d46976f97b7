import { startLapau } from '../main.ts';
import { readConfig } from '../platform/config.ts';

// A Lapau for the stories, as `npm start` would run it on the folder it is given; tells its parent where it is.
const environment = { HOST: '127.0.0.1', PORT: '0', LAPAU_DATA: process.argv[2], LOG_LEVEL: 'error' };
const config = readConfig({ ...process.env, ...environment }, 'start');
const roomy = Object.fromEntries(
  Object.keys(config.rateLimits).map((limit) => [limit, 1e6]),
) as typeof config.rateLimits;
const { url, platform, stop } = await startLapau({ ...config, rateLimits: roomy });

process.on('disconnect', () => void stop().then(() => process.exit(0)));
process.send?.({
  url,
  secret: platform.secret,
  publicUrl: platform.publicUrl,
  databaseUrl: platform.database.pool.options.connectionString,
});
