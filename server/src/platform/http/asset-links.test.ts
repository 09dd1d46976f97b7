import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';

test('names the certificates of the Android app, and none without configuration', async () => {
  const fingerprints = [Array.from({ length: 32 }, () => 'AB').join(':')];
  const server = await startTestServer({ androidCertificates: fingerprints });
  const response = await server.request('/.well-known/assetlinks.json');
  expect(response.headers.get('content-type')).toMatch('application/json');
  expect(await response.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: 'id.lapau.app', sha256_cert_fingerprints: fingerprints },
    },
  ]);
  const plain = await startTestServer();
  expect(await (await plain.request('/.well-known/assetlinks.json')).json()).toEqual([]);
});
