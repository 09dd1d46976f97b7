import { randomInt, randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import { photoLike } from '../../../server/src/testing/pictures.ts';
import type { Person, Target } from '../target/target.ts';

export type Answer = { status: number; body: unknown };

/** One thing that somebody wants done, sent again with the same id until it is answered 200, as the web app does. */
export type Write = {
  /** Whether it waits for pictures or passwords, which cost seconds of a processor. */
  isCostly: boolean;
  /** @param signal ends the request without an answer, as a lost network does */
  send: (signal?: AbortSignal | null) => Promise<Answer>;
  acknowledge: (body: unknown) => void;
};

type MakeWrite = (target: Target, person: Person) => Write;

const photo = await (await photoLike(640, 480)).jpeg({ quality: 80 }).toBuffer();
/** A call that hangs longer than this counts as a defect. */
const answerTimeoutMs = 60_000;

async function send({ request }: Target, route: string, init: RequestInit, person?: Person): Promise<Answer> {
  const patience = AbortSignal.timeout(answerTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience;
  try {
    const response = await request(route, { method: 'POST', ...init, signal }, person);
    return { status: response.status, body: await response.json() };
  } catch (error) {
    if (!patience.aborted) throw error;
    throw new Error(`${route} was not answered in ${answerTimeoutMs / 1000} s`, { cause: error });
  }
}

const jsonOf = (
  input: unknown,
  signal: AbortSignal | null = null,
  headers: Record<string, string> = {},
): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(input),
  signal,
});

const callWrite = <Name extends CallName>(
  target: Target,
  person: Person,
  name: Name,
  input: CallInput<Name>,
  acknowledge: (output: CallOutput<Name>) => void,
): Write => ({
  isCostly: false,
  send: (signal) => send(target, `/rpc/${name}`, jsonOf(input, signal), person),
  acknowledge: (body) => acknowledge(body as CallOutput<Name>),
});

const one = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

const like: MakeWrite = (target, person) => {
  const post = one(target.posts);
  const liked = Math.random() < 0.6;
  return callWrite(target, person, 'toggle_like', { post_id_to_toggle: post, liked }, () =>
    target.ledger.record('like', `${person.id} ${post}`, liked),
  );
};

const save: MakeWrite = (target, person) => {
  const post = one(target.posts);
  const saved = Math.random() < 0.6;
  return callWrite(target, person, 'toggle_save_post', { post_id_to_toggle: post, saved }, () =>
    target.ledger.record('save', `${person.id} ${post}`, saved),
  );
};

const comment: MakeWrite = (target, person) => {
  const content = `Lamak bana! ${randomUUID()}`;
  const input = { id: randomUUID(), post_id_to_comment_on: one(target.posts), comment_content: content };
  return callWrite(target, person, 'add_comment', input, ({ id }) => {
    person.comments.push({ id, content });
    target.ledger.record('comment', content);
  });
};

const deleteComment: MakeWrite = (target, person) => {
  const mine = person.comments.shift();
  if (!mine) return comment(target, person);
  return callWrite(target, person, 'delete_comment', { comment_id: mine.id }, () =>
    target.ledger.record('comment', mine.content, false),
  );
};

const message: MakeWrite = (target, person) => {
  const { conversation } = person;
  if (!conversation) return comment(target, person);
  const p_content = `Masih ada? ${randomUUID()}`;
  const input = { id: randomUUID(), p_conversation_id: conversation.id, p_content };
  return callWrite(target, person, 'send_message', input, () => {
    conversation.written.push(p_content);
    target.ledger.record('message', p_content);
  });
};

const upload: MakeWrite = (target, person) => ({
  isCostly: true,
  send: (signal = null) =>
    send(
      target,
      `/storage/posts/${person.id}`,
      { headers: { 'content-type': 'application/octet-stream' }, body: new Uint8Array(photo), signal },
      person,
    ),
  acknowledge: (body) => {
    const { path } = body as { path: string };
    person.photos.push(path);
    target.ledger.record('upload', path);
  },
});

const post: MakeWrite = (target, person) => {
  if (!person.isSeller) return comment(target, person);
  const image = person.photos.pop();
  if (image === undefined) return upload(target, person);
  const food_name = `Gulai ${randomUUID()}`;
  const input = { id: randomUUID(), food_name, price: '15.000', images: [image] };
  return callWrite(target, person, 'create_post', input, ({ id }) => {
    target.posts.push(id);
    target.ledger.record('post', food_name);
  });
};

const signUp: MakeWrite = (target) => {
  const email = `warga-${randomUUID()}@lapau.test`;
  const place = { address: 'Jorong Koto Tinggi', nagari: 'Muaro Paiti', kecamatan: 'Kapur IX' };
  const form = {
    id: randomUUID(),
    email,
    password: 'rahasia sekali',
    name: 'Warga Baru',
    phone: '0810-0000-0042',
    ...place,
  };
  const address = { 'x-forwarded-for': [10, randomInt(256), randomInt(256), randomInt(256)].join('.') };
  return {
    isCostly: true,
    send: (signal) => send(target, '/auth/sign-up/email', jsonOf(form, signal, address)),
    acknowledge: () => target.ledger.record('sign-up', email),
  };
};

const tooMany = new Set(['too_many_comments', 'too_many_messages', 'too_many_dishes']);

/** Whether an answer refuses for minutes, so that whoever gets it does something else. */
export const isForMinutes = ({ status, body }: Answer): boolean =>
  status === 429 && tooMany.has((body as { code: string }).code);

/** Chooses at random something that somebody adds and that nobody takes away. */
export const chooseAddition: MakeWrite = (target, person) => one([comment, message, post])(target, person);

const weights: [weight: number, make: MakeWrite][] = [
  [20, comment],
  [10, message],
  [30, like],
  [20, save],
  [8, deleteComment],
  [8, post],
  [3, upload],
  [1, signUp],
];
const total = weights.reduce((sum, [weight]) => sum + weight, 0);

/** Chooses at random what somebody does next. */
export const chooseWrite: MakeWrite = (target, person) => {
  let left = Math.random() * total;
  const [, make = like] = weights.find(([weight]) => (left -= weight) < 0) ?? [];
  return make(target, person);
};
