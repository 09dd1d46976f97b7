import { authRoutes } from '@lapau/contract/auth';
import type { AuthPath } from '@lapau/contract/auth';
import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import { errors } from '@lapau/contract/errors';
import type { ErrorEnvelope } from '@lapau/contract/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { auth, signUpForm } from '../../testing/auth.ts';
import { buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import type { Answer } from '../../testing/client.ts';
import { startTestServer } from '../../testing/server.ts';
import { snapshot } from '../../testing/snapshot.ts';

const server = await startTestServer();

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const noObjects = ['[]', '[{}]', '"text"', '7', 'true', deep];
/** JSON text, so that a key may be called __proto__ and a string may contain half a surrogate pair. */
const values = [
  'null',
  '12.5',
  '1e999',
  '-1',
  'true',
  '""',
  '"infinity"',
  '[1]',
  '[[]]',
  '{"a":1}',
  '{"length":1000000}',
  '{"toString":1}',
  // This is longer than any text may be.
  JSON.stringify(Array.from({ length: 6_000 }, () => 'x')),
  '{"__proto__":{"admin":true}}',
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  JSON.stringify('a\0b'),
  '"a\\ud800b"',
  JSON.stringify('a\u0007b'),
  JSON.stringify('x'.repeat(100_000)),
  JSON.stringify('00000000-0000-0000-0000-00000000000g'),
  JSON.stringify("'; drop table profiles; --"),
];

/** JSON of an object with one field more or changed. */
function withField(input: object, field: string, json: string): string {
  const others = Object.entries(input).filter(([key]) => key !== field);
  const pairs = others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{${[...pairs, `${JSON.stringify(field)}:${json}`].join(',')}}`;
}

/** For each text inside a field's lists and objects, gives a function that puts something else in its place. */
function innerTexts(value: unknown, put = (inner: unknown) => inner): ((inner: unknown) => unknown)[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const putInner = (other: unknown) =>
      put(
        Array.isArray(value)
          ? value.map((one: unknown, index) => (String(index) === key ? other : one))
          : { ...value, [key]: other },
      );
    return typeof inner === 'string' ? [putInner] : innerTexts(inner, putInner);
  });
}
const noTexts = [null, 12.5, true, {}, { length: 1_000_000 }, ['x'], Array.from({ length: 6_000 }, () => 'x')];

/** A refusal is one of our codes, in Indonesian throughout. */
function expectRefusal({ status, body }: Answer, about: string): void {
  const { code, message, details = {} } = body as ErrorEnvelope;
  expect([status, message], about).toEqual(errors[code]);
  expect(status, about).toBeLessThan(500);
  for (const text of Object.values(details))
    expect(text, about).not.toMatch(/\b(expected|invalid|required|must|too)\b/i);
}

describe.each(Object.keys(calls) as CallName[])('%s', (name) => {
  const { access, input: schema } = calls[name];
  const fields = Object.keys(schema.shape);

  /** Makes a person whom the call lets in, and an input that would succeed. */
  async function begin() {
    const somebody = await buildSeller(server, { profile: { role: 'admin' } });
    const input = await callInputs[name](server, somebody);
    return { input, as: access === 'guest' ? undefined : somebody };
  }
  const post = async (body: string, as?: BuiltMember): Promise<Answer> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await server.request(`/rpc/${name}`, init, as);
    return { status: response.status, body: await response.json() };
  };
  /** Calls like `post`, but makes a call with a tight limit of its own as another person each time. */
  const postOften = async (body: string, as?: BuiltMember) =>
    post(body, 'perMinute' in calls[name] ? (await begin()).as : as);

  const isRefused = (body: string) => !schema.safeParse(JSON.parse(body)).success;

  test('input that is no object, or has a field too many, missing or wrong, is refused, and nothing is written', async () => {
    const { input, as } = await begin();
    const bodies = [
      ...noObjects,
      ...fields.map((field) => JSON.stringify({ ...input, [field]: undefined })),
      ...['is_suspended', 'constructor', '__proto__'].map((field) => withField(input, field, '{"role":"admin"}')),
      ...fields.flatMap((field) => values.map((value) => withField(input, field, value))),
      ...Object.entries(input).flatMap(([field, value]) =>
        innerTexts(value).flatMap((put) => noTexts.map((other) => JSON.stringify({ ...input, [field]: put(other) }))),
      ),
    ].filter(isRefused);
    expect(bodies.length).toBeGreaterThanOrEqual(noObjects.length + 2);
    const people = 'perMinute' in calls[name] ? await Promise.all(bodies.map(async () => (await begin()).as)) : [];
    const before = await snapshot(server.db);
    for (const [index, body] of bodies.entries()) {
      const about = body.length > 300 ? `${body.slice(0, 200)} … ${body.slice(-80)}` : body;
      const answer = await post(body, people[index] ?? as);
      expect(answer, about).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
      expectRefusal(answer, about);
    }
    expect(await snapshot(server.db)).toEqual(before);
  });

  test('any input of the right form is answered or refused with a 4xx', async () => {
    const { input, as } = await begin();
    const odd = fields.flatMap((field) => values.map((value) => withField(input, field, value)));
    const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer(), fc.boolean(), fc.uuid());
    const any = fc.dictionary(fc.constantFrom(...fields, 'other'), value, { noNullPrototype: true });
    const bodies = [...odd, ...fc.sample(any, 20).map((some) => JSON.stringify({ ...input, ...some }))];
    for (const body of bodies.filter((one) => !isRefused(one))) {
      const answer = await postOften(body, as);
      expect(answer.status, body.slice(0, 300)).toBeLessThan(500);
      if (answer.status !== 200) expectRefusal(answer, body.slice(0, 300));
    }
  });
});

const badTexts: Record<string, string> = {
  'a blank that is no space': '\u2800',
  'marks without a letter': '\u0301\u20dd',
};
/** Whether the field has a secret, which is compared and never shown. */
const isSecret = (field: string) => /password|token/i.test(field);

/** The fields that take a text or a list of texts, with a way to put one in, and whether people type it. */
function textFields(schema: z.core.$ZodType): [field: string, put: (text: string) => unknown, isTyped: boolean][] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([field, shape]): ReturnType<typeof textFields> => {
    const kinds = JSON.stringify(shape);
    if (isSecret(field) || kinds.includes('"properties"') || !kinds.includes('"type":"string"')) return [];
    const isTyped =
      field !== 'endpoint' && (!/"(?:enum|const|pattern|format)"/.test(kinds) || kinds.includes('"format":"email"'));
    return [[field, kinds.includes('"items"') ? (text) => [text] : (text) => text, isTyped]];
  });
}

const texts = (Object.keys(calls) as CallName[]).flatMap((name) =>
  textFields(calls[name].input).map(([field, put, isTyped]) => [name, field, put, isTyped] as const),
);
const typedTexts = texts.filter(([, , , isTyped]) => isTyped);
test('finds the text fields of the calls', () => expect(typedTexts.length).toBeGreaterThan(30));

/** Characters before and after a field's value that come along when it is pasted from other programs (D135). */
const pastedWith: [before: string, after: string][] = [
  ['\u2068', '\u2069'],
  ['\u202a', '\u202c\u00a0'],
  ['\ufeff\u200e', '\u200b\u2028'],
  ['\u0007\u00ad', '\ufffc\ud83d'],
];

test.each(typedTexts)(
  '%s takes as %s what other programs leave in a text, and reads it without',
  async (name, field, put) => {
    const input: Record<string, unknown> = await callInputs[name](
      server,
      await buildSeller(server, { profile: { role: 'admin' } }),
    );
    const [given = '', ...others] = Array.isArray(input[field]) ? (input[field] as unknown[]) : [input[field]];
    const read = (text: string) => {
      const value = put(text);
      return calls[name].input.safeParse({ ...input, [field]: Array.isArray(value) ? [...value, ...others] : value })
        .data;
    };
    const typed = [String(given), 'Muaro Paiti', '0810-0000-0001', 'https://lapau.example/kabar'].find(
      (text) => text !== '' && read(text) !== undefined,
    );
    if (typed === undefined) throw new Error('No text is taken.');
    const plain = read(typed);
    for (const [before, after] of pastedWith) expect(read(`${before}${typed}${after}`)).toEqual(plain);
  },
);

test.each(texts)('%s refuses bad texts as %s, and writes nothing (D24, D46)', async (name, field, put) => {
  const somebody = await buildSeller(server, { profile: { role: 'admin' } });
  const input = await callInputs[name](server, somebody);
  const as = calls[name].access === 'guest' ? undefined : somebody;
  const before = await snapshot(server.db);
  for (const [kind, text] of Object.entries(badTexts)) {
    const answer = await server.rawCall(name, { ...input, [field]: put(text) }, as);
    expect(answer, kind).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expectRefusal(answer, kind);
    expect(Object.keys((answer.body as ErrorEnvelope).details ?? {})[0]?.split('.')[0], kind).toBe(field);
  }
  expect(await snapshot(server.db)).toEqual(before);
});

const authTexts = (Object.keys(authRoutes) as AuthPath[])
  .filter((path) => authRoutes[path].method === 'POST')
  .flatMap((path) => textFields(authRoutes[path].input).map(([field]) => [path, field] as const));

test.each(authTexts)('%s refuses bad texts as %s, and writes nothing (D24, D46)', async (path, field) => {
  const { email, password, ...person } = signUpForm();
  const before = await snapshot(server.db);
  for (const [kind, text] of Object.entries(badTexts)) {
    const form = {
      email,
      ...(path.startsWith('/auth/sign-') && { password }),
      ...(path.startsWith('/auth/sign-up') && person),
    };
    expect(await auth(server, path, { ...form, [field]: text }), kind).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', details: { [field]: expect.any(String) } },
    });
  }
  expect(await snapshot(server.db)).toEqual(before);
});

const authFields = (Object.keys(authRoutes) as AuthPath[])
  .filter((path) => authRoutes[path].method === 'POST')
  .flatMap((path) => Object.keys(authRoutes[path].input.shape).map((field) => [path, field] as const));
test('finds the fields of the auth routes', () => expect(authFields.length).toBeGreaterThan(12));

test.each(authFields)('%s refuses anything wrong as %s with a 4xx, and writes nothing', async (path, field) => {
  const { input: schema } = authRoutes[path];
  const bodies = values.map((value) => {
    const everything = { ...signUpForm(), token: 'x', newPassword: 'rahasia sekali' };
    return withField(
      Object.fromEntries(Object.entries(everything).filter(([name]) => name in schema.shape)),
      field,
      value,
    );
  });
  const isRefused = (body: string) => !schema.safeParse(JSON.parse(body)).success;
  const post = async (body: string): Promise<Answer> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await server.request(path, init);
    return { status: response.status, body: await response.json() };
  };
  const before = await snapshot(server.db);
  for (const body of bodies.filter(isRefused)) {
    const answer = await post(body);
    expect(answer, body.slice(0, 300)).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expectRefusal(answer, body.slice(0, 300));
  }
  expect(await snapshot(server.db)).toEqual(before);
  for (const body of bodies.filter((one) => !isRefused(one))) {
    const answer = await post(body);
    if (answer.status !== 200) expectRefusal(answer, body.slice(0, 300));
  }
});

// Each text with a limit (D25) is tried with one letter more.
const tooLong: [name: CallName, field: string, most: number][] = [
  ['update_profile', 'full_name', 80],
  ['update_profile', 'address', 120],
  ['update_profile', 'nagari', 120],
  ['update_profile', 'kecamatan', 120],
  ['create_post', 'food_name', 120],
  ['create_post', 'price', 60],
  ['create_post', 'description', 2000],
  ['create_admin_post', 'seller_name', 80],
  ['add_comment', 'comment_content', 1000],
  ['create_report', 'reason', 500],
  ['report_comment', 'reason', 500],
  ['report_message', 'reason', 500],
  ['send_message', 'p_content', 2000],
  ['reject_seller_application', 'reason', 500],
  ['handle_report', 'reason', 500],
  ['appeal_removal', 'appeal_text', 500],
  ['update_app_setting', 'value_to_update', 5000],
  ['get_feed', 'search_term', 120],
  ['get_feed', 'nagari_filter', 120],
  ['list_warungs', 'search_term', 80],
];
test.each(tooLong)(
  '%s takes %s up to %i letters, counted as people and the database count them (D25)',
  async (name, field, most) => {
    const as = await buildSeller(server, { profile: { role: 'admin' } });
    const asked = async (text: string) =>
      server.rawCall(name, { ...(await callInputs[name](server, as)), [field]: text }, as);
    for (const letter of ['x', 'é', '🍛']) {
      const { status, body } = await asked(letter.repeat(most));
      expect([status, body], letter).toEqual([200, expect.anything()]);
      const refused = await asked(letter.repeat(most + 1));
      expect(refused, letter).toMatchObject({
        status: 422,
        body: {
          code: 'invalid_input',
          details: {
            [field]: expect.stringMatching(
              new RegExp(`aling banyak ${most} huruf, sekarang ${most + 1}\\.$`),
            ) as string,
          },
        },
      });
    }
  },
);
