import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';

const path = '/.well-known/security.txt';

test('says whom to tell of a vulnerability, for half a year from each request on', async () => {
  const server = await startTestServer({
    securityContact: 'mailto:keamanan@lapau.example',
    publicUrl: 'https://lapau.test',
  });
  const response = await server.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = (await response.text()).trimEnd().split('\n');
  const [, expires = ''] = fields[1]?.split(': ') ?? [];
  expect(fields).toEqual([
    'Contact: mailto:keamanan@lapau.example',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages: id, en',
    `Canonical: https://lapau.test${path}`,
  ]);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect([days > 100, days < 365]).toEqual([true, true]);
});

test('has no address of its own to name where there is no https', async () => {
  const server = await startTestServer({ securityContact: 'https://lapau.example/lapor' });
  expect(await (await server.request(path)).text()).not.toContain('Canonical');
});

test('is not there without a contact, rather than a page of the app', async () => {
  const server = await startTestServer();
  const response = await server.request(path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toMatch('application/json');
});
