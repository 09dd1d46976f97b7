import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { linkParameters } from '@lapau/contract/links';
import { auth, signUpForm } from '../../../server/src/testing/auth.ts';
import { createClient } from '../../../server/src/testing/client.ts';
import type { Client } from '../../../server/src/testing/client.ts';
import type { Outcome } from '../report.ts';
import type { LapauProcess } from '../target/lapau-process.ts';
import { until } from '../target/until.ts';

type LinkKind = keyof typeof linkParameters;

/** What a member's browser and two mailboxes have got from a release, with the link for the first admin that its start has printed. */
export type Kept = { id: string; cookie: string; token: string; email: string; newcomer: string } & Record<
  LinkKind,
  string
>;

const { password } = signUpForm();
const mailedWithinMs = 60_000;

/** Signs up and in at a release that verifies e-mails and writes mails into files; of the links that it mails only one is opened. */
export async function takeLinks({ url, dataFolder, log }: LapauProcess): Promise<Kept> {
  const client = createClient(url);
  const [{ email }, { email: newcomer }] = [await signUp(client), await signUp(client)];
  const mailed = (kind: LinkKind, to: string) => linkTo(path.join(dataFolder, 'mail'), kind, to);
  await auth(client, '/auth/verify-email', { token: await mailed('verifyEmail', email), password });
  const { cookie = '', token } = await auth(client, '/auth/sign-in/email', { email, password });
  const { body: session } = await auth(client, '/auth/get-session', undefined, { cookie });
  await auth(client, '/auth/request-password-reset', { email });
  return {
    id: String(session?.['user_id']),
    cookie,
    token: token ?? '',
    email,
    newcomer,
    resetPassword: await mailed('resetPassword', email),
    verifyEmail: await mailed('verifyEmail', newcomer),
    firstAdmin: tokenIn(log(), 'firstAdmin') ?? '',
  };
}

async function signUp(client: Client) {
  const form = signUpForm();
  const { status, body } = await auth(client, '/auth/sign-up/email', form);
  if (status !== 200) throw new Error(`a sign-up was answered ${status} ${String(body?.['code'])}`);
  return form;
}

const tokenIn = (text: string, kind: LinkKind): string | undefined =>
  new RegExp(`/login#${linkParameters[kind]}=([\\w-]+)`).exec(text)?.[1];

/** The token of a link that was mailed, from the file of the mail, whose text is quoted-printable. */
async function linkTo(folder: string, kind: LinkKind, to: string): Promise<string> {
  let token: string | undefined;
  const isMailed = async () => {
    for (const file of await readdir(folder).catch(() => [])) {
      const mail = await readFile(path.join(folder, file), 'utf8');
      if (mail.includes(`To: ${to}`)) token ??= tokenIn(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='), kind);
    }
    return token !== undefined;
  };
  await until(`a mail with a link (${kind})`, isMailed, mailedWithinMs);
  return token ?? '';
}

/** Checks on a release that the session is still one, and that each link opens and works, once. */
export async function useLinks({ url }: LapauProcess, kept: Kept, { faults }: Outcome): Promise<void> {
  const client = createClient(url);
  const check = (what: string, answer: unknown, expected: unknown) => {
    const [given, wanted] = [JSON.stringify(answer), JSON.stringify(expected)];
    if (given !== wanted) faults.push(`${what} of the release before: ${given} instead of ${wanted}`);
  };
  const post = async (route: '/auth/verify-email' | '/auth/reset-password' | '/auth/sign-in/email', body: object) =>
    (await auth(client, route, body)).status;

  for (const headers of [{ cookie: kept.cookie }, { authorization: `Bearer ${kept.token}` }]) {
    const { body } = await auth(client, '/auth/get-session', undefined, headers);
    check(`a session (${Object.keys(headers).join()})`, body?.['user_id'], kept.id);
  }
  check('the page of a link', (await client.request('/login')).status, 200);
  const { email, newcomer, resetPassword, verifyEmail: token } = kept;
  const reset = { token: resetPassword, newPassword: `${password} baru` };
  const account = async (link: 'resetPassword' | 'verifyEmail') =>
    (await client.call('get_link_account', { link, token: kept[link] })).email;
  check('the account of a link to a new password', await account('resetPassword'), email);
  check(
    'a link to a new password',
    [await post('/auth/reset-password', reset), await post('/auth/reset-password', reset)],
    [200, 400],
  );
  check('the new password', await post('/auth/sign-in/email', { email, password: reset.newPassword }), 200);
  check('the account of a link to verify an e-mail', await account('verifyEmail'), newcomer);
  check('a link to verify an e-mail', await post('/auth/verify-email', { token, password }), 200);
  const admin = { token: kept.firstAdmin, full_name: 'Mak Itam', email: 'admin@lapau.test', password };
  check('the link of the first admin', (await client.rawCall('create_first_admin', admin)).status, 200);
}
