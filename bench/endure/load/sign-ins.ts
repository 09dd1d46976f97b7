import { setTimeout as delay } from 'node:timers/promises';
import type { startSmtpServer } from '../../../server/src/testing/smtp.ts';
import type { Target } from '../target/target.ts';

export type Answer = {
  status: number;
  code: string | undefined;
  /** The id that comes back with the code, if a code is asked for. */
  confirmation: string | undefined;
  /** The cookie by which the device is known afterwards. */
  device: string | undefined;
};

/** Posts to one of the auth paths as somebody at an address, from a device that is known if its cookie is given. */
export async function post(target: Target, route: string, address: string, body: object, device = ''): Promise<Answer> {
  const response = await fetch(target.lapau.url + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie: device },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return { status: 0, code: 'no answer', confirmation: undefined, device: undefined };
  const { code, current } = (await response.json()) as { code?: string; current?: { confirmation?: string } };
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  return {
    status: response.status,
    code,
    confirmation: current?.confirmation,
    device: cookies.find((cookie) => cookie?.includes('lapau.device=')),
  };
}

type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;
type Owner = { email: string; password: string };

export const signIn = (target: Target, address: string, { email, password }: Owner, device?: string) =>
  post(target, '/auth/sign-in/email', address, { email, password }, device);

/** How often a person looks into their mailbox, and for how long. */
const looks = { everyMs: 500, times: 40 };

/** Signs in on a new device, with the mailed code if it is asked for: that of the newest mail is tried first. */
export async function signInOnNewDevice(target: Target, smtp: Smtp, address: string, owner: Owner): Promise<Answer> {
  // the shared code may have been mailed before
  const tried = new Set<string>();
  const asked = await signIn(target, address, owner);
  if (asked.code !== 'confirmation_needed') return asked;
  for (let look = 0; look < looks.times; look += 1) {
    for (const code of codesMailedTo(smtp, owner.email)) {
      if (tried.has(code)) continue;
      tried.add(code);
      const answer = await post(target, '/auth/sign-in/email', address, {
        email: owner.email,
        password: owner.password,
        code,
        confirmation: asked.confirmation,
      });
      if (answer.code !== 'invalid_confirmation_code') return { ...answer, code: answer.code ?? 'by a mailed code' };
    }
    await delay(looks.everyMs);
  }
  return { ...asked, code: 'no code was mailed' };
}

/** The codes in the mails to an address, the newest first. */
const codesMailedTo = ({ received }: Smtp, email: string): string[] =>
  received
    .filter(({ to }) => to.includes(`<${email}>`))
    .flatMap(({ data }) => /^(\d{6}|\d{4}-\d{4}-\d{4})\r?$/m.exec(data)?.[1] ?? [])
    .toReversed();
