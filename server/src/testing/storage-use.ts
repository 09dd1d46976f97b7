import { setTimeout as delay } from 'node:timers/promises';
import type { CallInput, CallName } from '@lapau/contract/calls';
import type { Db } from '../platform/database/database.ts';
import { applicationTexts, buildAdmin, buildMember, buildPassword, buildSeller } from './builders.ts';
import type { BuildTarget, BuiltMember } from './builders.ts';
import type { Client } from './client.ts';
import { inParallel } from './parallel.ts';
import { plainPicture, uploadTo } from './pictures.ts';

type Target = BuildTarget & Pick<Client, 'request' | 'rawCall'>;
type Person = Pick<BuiltMember, 'id' | 'token'> & { password: string; photos: string[] };

type StorageUse = {
  seed: number;
  operations: number;
  workers: number;
  /** How often the server is killed while operations are under way. Operations without an answer do not count. */
  kills: number;
  /** Kills the server and starts it again. */
  kill: () => Promise<void>;
};

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * People upload, replace and delete files in every way there is, several at once, while the server is killed: photos,
 * interrupted uploads, avatars, posts made, edited and deleted, reports, link previews, applications, stalls, accounts.
 * @returns how often each call was answered with each status, as `create_post 200`, or got no answer
 */
export async function useStorage(target: Target, use: StorageUse): Promise<Map<string, number>> {
  const random = seededRandom(use.seed);
  const answers = new Map<string, number>();
  const admin = await buildAdmin(target);
  const picture = await plainPicture(320, 240).png().toBuffer();
  const people = await inParallel(8, async (index): Promise<Person> =>
    personOf(await (index < 3 ? buildSeller(target) : buildMember(target))),
  );
  async function personOf({ id, token }: BuiltMember): Promise<Person> {
    return { id, token, password: await buildPassword(target, { id }), photos: [] };
  }
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const oneRow = <Row>(rows: Row[]): Row | undefined => (rows.length > 0 ? one(rows) : undefined);

  const count = (what: string, status: number | string) =>
    answers.set(`${what} ${status}`, (answers.get(`${what} ${status}`) ?? 0) + 1);
  const call = async <Name extends CallName>(name: Name, input: CallInput<Name>, as: Pick<Person, 'token'>) => {
    const { status } = await target.rawCall(name, input, as);
    count(name, status);
    return status === 200;
  };
  /** @returns the path, unless it was refused */
  const upload = async (to: string, as: Pick<Person, 'token'>): Promise<string | undefined> => {
    const { status, body } = await uploadTo(target, to, picture, as);
    count('upload', status);
    return status === 200 ? body.path : undefined;
  };
  const uploadPhoto = async (person: Person) => {
    const path = await upload(`posts/${person.id}`, person);
    if (path) person.photos.push(path);
    return path;
  };
  const sellers = async () => {
    const stallIds = new Set((await stalls(target.db)).map(({ id }) => id));
    return people.filter(({ id }) => stallIds.has(id));
  };
  /** Chooses one to three photos of a person; some of them are on another post already. */
  const photosFor = async (person: Person): Promise<string[]> => {
    const photos = new Set<string>();
    for (let wanted = 1 + Math.floor(random() * 3); wanted > 0; wanted -= 1) {
      const photo = random() < 0.5 ? oneRow(person.photos) : await uploadPhoto(person);
      if (photo) photos.add(photo);
    }
    return [...photos];
  };
  const postsOf = async (db: Db) =>
    (await db.selectFrom('posts').selectAll().orderBy('id').execute()).flatMap((post) => {
      const owner = people.find(({ id }) => id === post.user_id);
      return owner ? { ...post, owner } : [];
    });
  const waitingApplications = (db: Db) =>
    db.selectFrom('seller_applications').select('id').where('status', '=', 'pending').orderBy('id').execute();
  const stalls = (db: Db) => db.selectFrom('warungs').select('id').orderBy('id').execute();

  const operations: [weight: number, run: () => Promise<unknown>][] = [
    [2, () => interruptedUpload(one(people))],
    [2, () => setAvatar('profile_avatar', 'update_avatar', one(people))],
    [2, async () => setAvatar('warung_avatar', 'update_warung_avatar', oneRow(await sellers()) ?? one(people))],
    [1, setLogo],
    [6, createPost],
    [5, editPost],
    [4, deletePost],
    [3, reportPost],
    [3, previewPost],
    [3, apply],
    [3, decide],
    [1, deleteStall],
    [1, deleteAccount],
  ];

  async function interruptedUpload(person: Person) {
    const to = one([`posts/${person.id}`, `avatars/${person.id}/profile_avatar`, `avatars/${person.id}/warung_avatar`]);
    const leaving = new AbortController();
    const answer = target.request(
      `/storage/${to}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(picture),
        signal: leaving.signal,
      },
      person,
    );
    await Promise.race([answer, delay(random() * 60)]).finally(() => leaving.abort());
    await answer.catch(() => undefined);
    count('interrupted upload', 'over');
  }

  async function setAvatar(name: string, callName: 'update_avatar' | 'update_warung_avatar', person: Person) {
    const path = await upload(`avatars/${person.id}/${name}`, person);
    if (path) await call(callName, { path }, person);
  }

  async function setLogo() {
    const value_to_update = await upload('avatars/public/logo', admin);
    if (value_to_update) await call('update_app_setting', { key_to_update: 'logo_url', value_to_update }, admin);
  }

  async function createPost() {
    const person = oneRow(await sellers());
    if (!person) return;
    const images = await photosFor(person);
    const input = { id: crypto.randomUUID(), food_name: 'Gulai Paku', price: '10.000', images };
    if (images.length > 0) await call('create_post', input, person);
  }

  async function editPost() {
    const post = oneRow(await postsOf(target.db));
    if (!post) return;
    const { id, version, food_name, price, owner } = post;
    const kept = post.images.filter(() => random() < 0.4);
    const images = [...new Set([...(await photosFor(owner)), ...kept])].slice(0, 5);
    if (images.length > 0) await call('update_post', { post_id: id, version, food_name, price, images }, owner);
  }

  async function deletePost() {
    const post = oneRow(await postsOf(target.db));
    if (post) await call('delete_post', { post_id: post.id }, one([post.owner, admin]));
  }

  async function reportPost() {
    const post = oneRow(await postsOf(target.db));
    if (post) await call('create_report', { reported_post_id: post.id, reason: 'Foto lama' }, one(people));
  }

  async function previewPost() {
    const post = oneRow(await postsOf(target.db));
    if (!post) return;
    const answer = await target.request(`/previews/post/${post.id}.jpg`);
    await answer.arrayBuffer();
    count('preview', answer.status);
  }

  async function apply() {
    const person = one(people);
    const avatar = await upload(`avatars/${person.id}/warung_avatar`, person);
    const sample = await uploadPhoto(person);
    if (!avatar || !sample) return;
    await call(
      'submit_application',
      {
        id: crypto.randomUUID(),
        ...applicationTexts,
        warung_avatar_url: avatar,
        sample_menu_image_url: sample,
      },
      person,
    );
  }

  async function decide() {
    const application = oneRow(await waitingApplications(target.db));
    if (!application) return;
    const decision = random() < 0.7 ? 'approve_seller_application' : 'reject_seller_application';
    await call(decision, { application_id: application.id }, admin);
  }

  async function deleteStall() {
    const stall = oneRow(await stalls(target.db));
    if (stall) await call('delete_warung_by_admin', { warung_id: stall.id }, admin);
  }

  async function deleteAccount() {
    const person = one(people);
    const { password } = person;
    if (await call('delete_account', { password }, person)) {
      Object.assign(person, await personOf(await buildMember(target)));
    }
  }

  const lots = operations.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));
  const killsAt = Array.from({ length: use.kills }, (_, index) => ((index + 1) * use.operations) / (use.kills + 1));
  let begun = 0;
  let restart = Promise.resolve();
  const work = async () => {
    while (begun < use.operations) {
      begun += 1;
      if (begun > (killsAt[0] ?? Infinity)) {
        killsAt.shift();
        restart = restart.then(() => delay(random() * 150)).then(use.kill);
      }
      try {
        await one(lots)();
      } catch (error) {
        // fetch throws a TypeError when the network fails (Fetch standard, section 5.6).
        if (!(error instanceof TypeError)) {
          begun = use.operations;
          throw error;
        }
        count('no', 'answer');
        begun -= 1;
        await restart;
      }
    }
  };
  for (let first = 0; first < 6; first += 1) await createPost();
  // All workers end before the server is killed again or stopped.
  const ends = await Promise.allSettled(Array.from({ length: use.workers }, work));
  await restart;
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return answers;
}
