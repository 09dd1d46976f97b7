import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startPushService } from '../../testing/push-service.ts';
import type { PushAnswer } from '../../testing/push-service.ts';
import { createLog } from '../log/log.ts';
import { readPushConfig } from './config-push.ts';
import { internet, isAllowedEndpoint, isPublicAddress, lookUp, resolvePublic } from './network.ts';
import type { PushNetwork } from './network.ts';
import { createPushClient } from './push-client.ts';
import { vapidPublicKey } from './vapid.ts';

const service = await startPushService();
afterAll(service.close);
const privateKey = Buffer.alloc(32, 7).toString('base64url');
const vapid = { subject: 'mailto:lapau@push.test', publicKey: vapidPublicKey(privateKey), privateKey };

const push = {
  payload: { tag: 'notifications', title: 'Halo', unread: 1 },
  appData: {},
  ttlSeconds: 60,
  items: 1,
  isUrgent: false,
};
const sendIn = (network: PushNetwork, host: string, ...answers: PushAnswer[]) => {
  const browser = service.browser(vapid.publicKey, host);
  browser.answers.push(...answers);
  const target = { ...browser.subscription, vapid_public_key: vapid.publicKey };
  const client = createPushClient(readPushConfig({}), vapid, network, createLog('fatal'));
  return client.send(target, push, { device: 'phone', person: 'etek' });
};

test('a push arrives in a network that allows it', async () => {
  expect(await sendIn(service.network, 'one.push.test')).toEqual({ is: 'delivered' });
});

test.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fd00::1'])(
  'a name that leads to %s is not connected to',
  async (address) => {
    const before = service.requests();
    const network = { ...service.network, resolve: async () => [address], isAllowedAddress: isPublicAddress };
    expect(await sendIn(network, 'one.push.test')).toEqual({
      is: 'refused',
      reason: expect.stringContaining('public'),
    });
    expect(service.requests()).toBe(before);
  },
);

test('a name with a public and a private address is refused', async () => {
  const resolve = async () => ['142.250.4.95', '127.0.0.1'];
  const network = { ...service.network, resolve, isAllowedAddress: isPublicAddress };
  expect(await sendIn(network, 'one.push.test')).toMatchObject({ is: 'refused' });
});

test('a name with an address and its translation by NAT64 is allowed', async () => {
  const resolve = async () => ['142.250.4.95', '64:ff9b::8efa:45f'];
  const network = { ...service.network, resolve, isAllowedAddress: isPublicAddress };
  expect(await resolvePublic('one.push.test', network)).toEqual(['142.250.4.95', '64:ff9b::8efa:45f']);
});

test('a host that is not allowed any more is refused without a look-up', async () => {
  const network = { ...service.network, hosts: [], resolve: () => Promise.reject(new Error('looked up')) };
  expect(await sendIn(network, 'one.push.test')).toMatchObject({ is: 'refused' });
});

test('a push service that never answers has failed', async () => {
  expect(await sendIn({ ...service.network, timeoutMs: 50 }, 'one.push.test', 'silence')).toMatchObject({
    is: 'failed',
  });
});

test('a certificate that nobody vouches for is no answer', async () => {
  const network = { ...service.network };
  delete network.ca;
  expect(await sendIn(network, 'one.push.test')).toMatchObject({ is: 'failed' });
});

test('while no nameserver answers, look-ups leave the threads of Node to others', async () => {
  const nameserver = createSocket('udp4').bind(0, '127.0.0.1');
  await once(nameserver, 'listening');
  onTestFinished(() => void nameserver.close());
  const { port } = nameserver.address();
  const ended: string[] = [];
  const lookUps = Array.from({ length: 16 }, async (_, index) => {
    await expect(lookUp(`host-${index}.push.test`, [`127.0.0.1:${port}`])).rejects.toThrow('ETIMEOUT');
    ended.push('look-up');
  });
  await once(nameserver, 'message');
  await readFile(import.meta.filename);
  ended.push('file');
  await Promise.all(lookUps);
  expect(ended[0]).toBe('file');
});

test('a name that no nameserver knows is looked for on this machine', async () => {
  expect(await lookUp('localhost')).toContain('127.0.0.1');
});

test.each([
  ['8.8.8.8', true],
  ['142.250.4.95', true],
  ['2a00:1450:4001::5f', true],
  ['0.0.0.0', false],
  ['100.64.1.1', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::142.250.4.95', true],
  ['64:ff9b::8efa:45f', true],
  ['64:ff9b:0:0:0:0:808:808', true],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b::10.0.0.1', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['64:ff9b::', false],
  ['64:ff9b::1', false],
  ['64:ff9b::1:808:808', false],
  ['64:ff9b:1::808:808', false],
  ['64:ff9b:1:808:8:800::', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:0:808:808', false],
  ['::808:808', false],
  ['2002:808:808::', false],
  ['2001:0:808:808::', false],
  ['2001:db8::1', false],
  ['fec0::1', false],
  ['localhost', false],
])('%s is a public address: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each([
  ['https://push.example.org/x', true],
  ['https://a.wide.example.org/x', true],
  ['https://wide.example.org/x', false],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://wns2-sg2p.notify.windows.com/w/?token=x', true],
  ['https://web.push.apple.com/x', true],
])('operators extend the hosts: %s %s', (endpoint, expected) => {
  const network = internet(['push.example.org', '*.wide.example.org']);
  expect(isAllowedEndpoint(endpoint, network)).toBe(expected);
});
