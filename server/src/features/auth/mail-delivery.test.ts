import { expect, test } from 'vitest';
import { buildAdmin } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';

test('a stranger learns who can make a recovery code where no mail arrives, by name alone', async () => {
  const server = await startTestServer();
  const admin = await buildAdmin(server, { full_name: 'Datuak Rajo', phone: '0810-0000-0042' });
  await buildAdmin(server, { full_name: 'Bundo Kanduang' });
  await buildAdmin(server, { full_name: 'Angku Lamo', is_suspended: true });
  const options = await server.call('get_sign_up_options', {});
  expect(options).toMatchObject({ mail: 'off', admins: ['Bundo Kanduang', 'Datuak Rajo'] });
  for (const kept of [admin.id, admin.email, '0810-0000-0042', '081000000042'])
    expect(JSON.stringify(options)).not.toContain(kept);
});

test('nobody is named while mails arrive', async () => {
  const { url } = await startSmtpServer();
  const server = await startTestServer({ smtpUrl: url });
  await buildAdmin(server, { full_name: 'Datuak Rajo' });
  expect(await server.call('get_sign_up_options', {})).toMatchObject({ mail: 'on', admins: [] });
});
