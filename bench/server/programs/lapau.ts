import { startLapau } from '../../../server/src/main.ts';
import { readConfig } from '../../../server/src/platform/config/config.ts';
import { internet } from '../../../server/src/platform/push/network.ts';
import { certificate } from '../../../server/src/testing/push-certificate.ts';

// Runs Lapau as `npm start` does, but without limits on requests, as a few people of the bench send what a village does. Its
// pushes go to a push service on this machine.
const config = readConfig(process.env, 'start');
const roomy = Object.fromEntries(Object.keys(config.limits).map((limit) => [limit, 1e9])) as typeof config.limits;
const pushNetwork = {
  ...internet(['push.test', '*.push.test']),
  resolve: async () => ['127.0.0.1'],
  isAllowedAddress: () => true,
  isAllowedPort: () => true,
  ca: certificate,
};
const running = await startLapau({ ...config, limits: roomy }, { pushNetwork });
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => void running.stop().then(() => process.exit(0)));
process.send?.({ url: running.url });
