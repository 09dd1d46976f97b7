import { startLapau } from '../../../server/src/main.ts';
import { readConfig } from '../../../server/src/platform/config.ts';

// Lapau as `npm start` runs it, but for the limits on requests: a few people of the bench send what a village does.
const config = readConfig(process.env, 'start');
const roomy = Object.fromEntries(Object.keys(config.limits).map((limit) => [limit, 1e9])) as typeof config.limits;
const running = await startLapau({ ...config, limits: roomy });
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => void running.stop().then(() => process.exit(0)));
process.send?.({ url: running.url });
