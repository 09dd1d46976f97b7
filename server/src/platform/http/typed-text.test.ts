import { cleanLine, cleanText } from '@lapau/contract/typed-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildConversation, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall } = server;

/** Texts as they are typed, and as they are stored. */
const pasted = [
  ['Makasih \u2068Uni Eli\u2069 🙏', 'Makasih Uni Eli 🙏'],
  ['Makasih \u202aUni Eli\u202c 🙏', 'Makasih Uni Eli 🙏'],
  ['baris satu\u000bbaris dua', 'baris satu\nbaris dua'],
  ['baris satu\u000cbaris dua', 'baris satu\nbaris dua'],
  ['baris satu\u0085baris dua', 'baris satu\nbaris dua'],
  ['Kue\u0301 Talam\u200b\ufeff 👨\u200d👩\u200d👧', 'Kué Talam 👨\u200d👩\u200d👧'],
] as const;

test.each(pasted)('%j is stored as %j in a comment, a message and a description (D135)', async (text, stored) => {
  const [member, seller] = [await buildMember(server), await buildSeller(server)];
  const post = await buildPost(server);
  const comment = {
    id: crypto.randomUUID(),
    post_id_to_comment_on: post.id,
    comment_content: text,
    parent_comment_id: null,
  };
  expect(await call('add_comment', comment, member)).toMatchObject({ content: stored });
  // This sends the same comment again, as after a lost answer, and it is recognised.
  expect(await call('add_comment', comment, member)).toMatchObject({ content: stored });

  const talk = await buildConversation(server, { user1_id: member.id, user2_id: seller.id });
  const message = { id: crypto.randomUUID(), p_conversation_id: talk.id, p_content: text };
  expect(await call('send_message', message, member)).toMatchObject([{ content: stored }]);
  expect(await call('send_message', message, member)).toMatchObject([{ content: stored }]);

  const dish = await buildPost(server, { user_id: seller.id });
  const edit = { post_id: dish.id, food_name: 'Gulai', price: '5.000', images: dish.images, version: dish.version };
  expect(await call('update_post', { ...edit, description: text }, seller)).toMatchObject({ description: stored });
});

test('a name of a dish, a stall or a person is in one line, however it was pasted', async () => {
  const seller = await buildSeller(server);
  const text = '\u2068Kue\u0301\u2028Talam\u2069\t\u00a0Enak\u200b';
  const edit = { full_name: text, address: text, nagari: '', kecamatan: '', phone: '\u202a0810-0000-0001\u202c' };
  const line = 'Kué Talam Enak';
  expect(await call('update_profile', edit, seller)).toMatchObject({
    profile: { full_name: line, address: line, phone: '0810-0000-0001' },
  });
  expect(await call('update_my_warung', { name: text, closes_nightly: false, version: 1 }, seller)).toMatchObject({
    name: line,
  });
  const dish = await buildPost(server, { user_id: seller.id });
  const dishEdit = {
    post_id: dish.id,
    food_name: text,
    price: '\u202a5.000\u202c',
    images: dish.images,
    version: dish.version,
  };
  expect(await call('update_post', dishEdit, seller)).toMatchObject({ food_name: line, price: '5.000' });
});

/** Texts of any plane, as typed, pasted or made by a program. */
const anyTexts = fc.sample(
  fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(...pasted.flat(), '\u2800', '\u0301', '\ud800', '\0', '\u2028', 'ב', 'ക്\u200d', '\u{e0061}'),
        {
          minLength: 1,
          maxLength: 6,
        },
      )
      .map((parts) => parts.join('')),
  ),
  150,
);

test('any text is stored as a person sees it, or refused by a sentence of its field, and stays when it is sent again (D135)', async () => {
  const seller = await buildSeller(server);
  let version = 1;
  let refused = 0;
  for (const text of anyTexts) {
    const send = (bio: string, address: string) =>
      rawCall('update_my_warung', { name: 'Lapau Uji', bio, address, closes_nightly: false, version }, seller);
    const { status, body } = await send(text, text);
    const about = JSON.stringify(text);
    if (status === 200) {
      const stored = { bio: cleanText(text), address: cleanLine(text) };
      expect(body, about).toMatchObject(stored);
      const again = await send(stored.bio, stored.address);
      expect(again, about).toMatchObject({ status: 200, body: stored });
      version = (again.body as { version: number }).version;
    } else {
      refused += 1;
      expect({ status, body }, about).toMatchObject({
        status: 422,
        body: { code: 'invalid_input', details: { bio: 'Deskripsi harus berisi huruf yang terlihat.' } },
      });
      expect(cleanText(text), about).toMatch(/^[\s\p{M}\p{Cf}\u2800]+$/u);
    }
  }
  expect(refused).toBeLessThan(anyTexts.length / 4);
});
