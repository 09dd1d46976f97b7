import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { CallOutput } from '@lapau/contract/calls';
import type { Db } from '../../platform/database/database.ts';
import { linkLifeSeconds } from '../../platform/session/auth-library.ts';
import { findSignUpState } from './queries.ts';
import type { Site } from './rules.ts';

/*
 * A page waits for the link of its sign-up to be opened, perhaps elsewhere, and asks about it by a text that came with the answer. The
 * text names the sign-up and is good for as long as the link. It is encrypted, as the answer to a repeated sign-up must not show
 * whether that was stored (D134).
 */

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const keyOf = ({ secret }: Pick<Site, 'secret'>) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'sign-ups that pages wait for', 32));

/** @param id the id of a sign-up or account, or a random one if none was stored, which the text must not show */
export function waitingText(site: Pick<Site, 'secret'>, id: string): string {
  const iv = randomBytes(ivBytes);
  const encrypt = createCipheriv(cipher, keyOf(site), iv);
  const until = Date.now() + linkLifeSeconds.verifyEmail * 1_000;
  const encrypted = [encrypt.update(`${id} ${until}`), encrypt.final()];
  return Buffer.concat([iv, encrypt.getAuthTag(), ...encrypted]).toString('base64url');
}

/** @returns the id in the text; undefined for a text that this server has not made, or whose time is over */
function readWaitingText(site: Pick<Site, 'secret'>, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= ivBytes + tagBytes) return undefined;
  const decrypt = createDecipheriv(cipher, keyOf(site), bytes.subarray(0, ivBytes));
  decrypt.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const encrypted = decrypt.update(bytes.subarray(ivBytes + tagBytes));
  try {
    decrypt.final();
  } catch {
    return undefined;
  }
  const [id, until] = encrypted.toString().split(' ');
  return Number(until) > Date.now() ? id : undefined;
}

/**
 * Tells what has become of the sign-ups with one e-mail that a page waits for. A sign-up that was dropped, as another one was verified,
 * seems to wait still: otherwise whoever signs up with somebody else's e-mail would learn when its owner gets an account (D3).
 */
export async function signUpState(
  db: Db,
  site: Pick<Site, 'secret'>,
  texts: readonly string[],
): Promise<CallOutput<'get_sign_up_state'>['state']> {
  const ids = texts.map((text) => readWaitingText(site, text)).filter((id) => id !== undefined);
  return ids.length === 0 ? 'over' : findSignUpState(db, ids);
}
