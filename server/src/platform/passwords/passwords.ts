import crypto from 'node:crypto';
import { availableParallelism } from 'node:os';
import { withoutInvisible } from '@lapau/contract/typed-text';
import { createTurns } from './hashing-turns.ts';
import type { Requester, TurnOptions } from './hashing-turns.ts';

// The OWASP Password Storage Cheat Sheet recommends this for Argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** Many sign-ins at once use at most these cores and 19 MiB each; one core is left for other calls. */
const turns = createTurns({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxWaiting: 2_000,
  waitMs: 30_000,
});

/** How many passwords wait in a lane to be hashed. */
export const waitingPasswords = turns.waiting;

type Cost = typeof cost;

/** Derives a hash. Unicode spellings that look the same are the same password (NIST SP 800-63B section 3.1.1.2). */
const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const message = password.normalize('NFKC');
    crypto.argon2('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * A password's hash to store, in PHC form with its salt and cost; made off the event loop, some 45 ms of one core.
 * @throws AppError not_ready when its turn does not come in time
 */
export async function hashPassword(password: string, by: Requester, options?: TurnOptions): Promise<string> {
  const salt = crypto.randomBytes(saltBytes);
  const tag = await turns.run(by, () => derive(password, salt, cost, tagBytes), options);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(tag)}`;
}

/** This hash is verified when there is no account, so that a wrong e-mail takes as long as a wrong password. */
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(Buffer.alloc(saltBytes))}$${text(Buffer.alloc(tagBytes))}`;

/**
 * Whether this is the password behind the hash, as it was sent, or without invisible characters: passwords are now set without them,
 * but were not always.
 * @param hash undefined when there is no account: the work is the same, and the password never right. A function is called for it when
 *   the turn has come
 * @throws AppError not_ready when its turn does not come in time
 */
export async function verifyPassword(
  hash: string | undefined | (() => Promise<string | undefined>),
  password: string,
  by: Requester,
  options?: TurnOptions,
): Promise<boolean> {
  const verify = async () => {
    const found = typeof hash === 'function' ? await hash() : hash;
    const [, memory, passes, parallelism, salt = '', tag = ''] = stored.exec(found ?? dummyHash) ?? [];
    const expected = Buffer.from(tag, 'base64');
    const its: Cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const matches = async (given: string) =>
      crypto.timingSafeEqual(await derive(given, Buffer.from(salt, 'base64'), its, expected.length), expected);
    const seen = withoutInvisible(password);
    const isRight = (await matches(password)) || (seen !== password && (await matches(seen)));
    return found !== undefined && isRight;
  };
  const isRight = await turns.run(by, verify, options);
  if (isRight) turns.forget(by);
  return isRight;
}
