import { startLapau } from '../main.ts';
import { readConfig } from '../platform/config/config.ts';
import { testNetwork } from './push-service.ts';

// This program is the server of startLapauProcess. It runs as with `npm start`, on the given data folder and port, but its
// pushes reach push services of this machine alone. It sends its address to the parent process.
const environment = { HOST: '127.0.0.1', PORT: process.argv[3], LAPAU_DATA: process.argv[2], LOG_LEVEL: 'error' };
const config = readConfig({ ...process.env, ...environment }, 'start');
const noLimits = Object.fromEntries(Object.keys(config.limits).map((limit) => [limit, 1e6])) as typeof config.limits;
const webFolder = process.env['STORY_WEB_FOLDER'];
const timeoutMs = Number(process.env['STORY_PUSH_TIMEOUT_MS'] ?? testNetwork.timeoutMs);
const { url, platform, stop } = await startLapau(
  { ...config, limits: noLimits },
  { webFolder, pushNetwork: { ...testNetwork, timeoutMs } },
);

process.on('disconnect', () => void stop().then(() => process.exit(0)));
process.send?.({
  url,
  secret: platform.secret,
  publicUrl: platform.publicUrl,
  databaseUrl: platform.database.pool.options.connectionString,
});
