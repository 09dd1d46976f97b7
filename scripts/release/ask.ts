import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

// Asks a running Lapau what shows that all its parts are there, and prints the answers:
// node ask.ts URL PICTURE EMAIL PASSWORD. The account has to exist. This file imports none of ours, as it is also copied
// into a bare Debian.

type Account = { email: string; password: string };

/**
 * @param picture a file that is uploaded as the account's photo: that works only with the picture process and sharp
 * @returns a line for each question
 * @throws when one is not answered as it should be
 */
export async function ask(url: string, picture: string, account: Account): Promise<string[]> {
  const post = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    const answer = await fetch(url + path, { method: 'POST', headers: { origin: url, ...headers }, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`);
    return { token: answer.headers.get('set-auth-token') ?? '', text };
  };
  const json = { 'content-type': 'application/json' };
  const get = async (path: string) => {
    const answer = await fetch(url + path);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`);
    return text;
  };

  const ready = await get('/readyz');
  const page = await get('/');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (script === undefined) throw new Error(`the page names no script:\n${page}`);
  const code = await get(script);
  const { token } = await post('/auth/sign-in/email', JSON.stringify(account), json);
  const authorization = `Bearer ${token}`;
  const session = await post('/rpc/get_session', '{}', { ...json, authorization });
  const { profile } = JSON.parse(session.text) as { profile: { id: string; role: string } };
  const uploaded = await post(`/storage/avatars/${profile.id}/profile_avatar`, new Uint8Array(readFileSync(picture)), {
    'content-type': 'application/octet-stream',
    authorization,
  });
  return [
    `/readyz: ${ready}`,
    `/: a page of ${page.length} characters, its script of ${code.length}`,
    `/rpc/get_session: ${account.email} is ${profile.role}`,
    `/storage: ${(JSON.parse(uploaded.text) as { path: string }).path}`,
  ];
}

if (import.meta.main) {
  const [url = '', picture = '', email = '', password = ''] = parseArgs({ allowPositionals: true }).positionals;
  for (const line of await ask(url, picture, { email, password })) console.log(line);
}
