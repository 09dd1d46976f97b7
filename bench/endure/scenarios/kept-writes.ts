import { randomUUID } from 'node:crypto';
import { oldestProtocolHeader } from '@lapau/contract/protocol';
import { QueryClient } from '@tanstack/react-query';
import { buildConversation } from '../../../server/src/testing/builders.ts';
import type { WriteKind } from '../load/ledger.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { createBrowser, openOutbox } from './waiting-outbox.ts';
import type { Browser } from './waiting-outbox.ts';

type Member = { id: string; cookie: string };

/** What a phone has stored in its outbox, and the keys by which the ledger knows the rows that this makes. */
type Phone = { stored: Browser['stored']; rows: [kind: WriteKind, key: string][] };

const postsEach = 3;
const sentWithinMs = 120_000;

/**
 * A member writes on four phones without signal, in a release's app. Two of them get signal and send everything to that release, but the
 * answers are lost: what they have stored stays.
 */
export async function keepWrites(target: Target, program: string, member: Member): Promise<Phone[]> {
  const [cook] = target.people;
  const { id: talk } = await buildConversation(target, { user1_id: member.id, ...(cook && { user2_id: cook.id }) });
  const phones: Phone[] = [];
  for (const isAnswerLost of [false, true, false, true]) {
    const posts = target.posts.slice(phones.length * postsEach).slice(0, postsEach);
    const phone = await write(target, program, member, posts, talk);
    if (isAnswerLost) await send(target, program, member, { ...phone, stored: new Map(phone.stored) });
    phones.push(phone);
  }
  return phones;
}

async function write(target: Target, program: string, member: Member, posts: string[], talk: string): Promise<Phone> {
  const browser = createBrowser(target.platform.publicUrl);
  browser.hasSignal = false;
  const outbox = await openOutbox(program, browser, member.id, new QueryClient());
  const rows: Phone['rows'] = [];
  for (const post of posts) {
    const [comment_content, p_content] = [`Masih ada? ${randomUUID()}`, `Lamak bana! ${randomUUID()}`];
    outbox.submit('like', post, { call: 'toggle_like', input: { post_id_to_toggle: post, liked: true } });
    const comment = { id: randomUUID(), post_id_to_comment_on: post, comment_content, parent_comment_id: null };
    outbox.submit('comment', post, { call: 'add_comment', input: comment });
    const message = { id: randomUUID(), p_conversation_id: talk, p_content };
    outbox.submit('message', talk, { call: 'send_message', input: message });
    rows.push(['like', `${member.id} ${post}`], ['comment', comment_content], ['message', p_content]);
  }
  try {
    await until('everything to be stored', () => outbox.stored() === rows.length, sentWithinMs);
  } finally {
    outbox.close();
    browser.close();
  }
  return { stored: browser.stored, rows };
}

/** Sends all that a phone has stored, by a release's app. */
async function send({ platform }: Target, program: string, member: Member, { stored }: Phone): Promise<void> {
  const browser = createBrowser(platform.publicUrl);
  Object.assign(browser, { cookie: member.cookie, stored });
  const outbox = await openOutbox(program, browser, member.id, new QueryClient());
  try {
    await until('everything to be sent', () => outbox.stored() === 0, sentWithinMs);
  } finally {
    outbox.close();
    browser.close();
  }
}

/**
 * Has the phones send what they have stored, each with one of the apps in turns, and expects each row once. The ones that have a page
 * of the release before speak its protocol.
 * @param programs the folders of the apps
 */
export async function sendKept(target: Target, programs: string[], member: Member, phones: Phone[]): Promise<void> {
  const { headers } = await target.request('/rpc/get_session', { method: 'POST', body: '{}' });
  const oldest = Number(headers.get(oldestProtocolHeader));
  for (const [index, phone] of phones.entries()) {
    for (const entry of phone.stored.get(member.id) ?? []) {
      const { protocol } = (entry as { request: { protocol: number } }).request;
      if (!(protocol >= oldest)) target.outcome.faults.push(`no write of protocol ${protocol} is taken any more`);
    }
    await send(target, programs[Math.floor(index / 2)] ?? '', member, phone);
    for (const [kind, key] of phone.rows) target.ledger.record(kind, key);
    target.outcome.acknowledged += phone.rows.length;
  }
}
