import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificate, certificateKey } from '../../../server/src/testing/push-certificate.ts';

// This push service takes every push and reads none, so that it costs next to nothing beside the server.
const server = https.createServer({ cert: certificate, key: certificateKey }, (request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(201).end());
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `https://push.test:${port}` });
});
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
