import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import {
  buildConversation,
  buildMember,
  buildPost,
  buildSeller,
  buildSession,
} from '../../../server/src/testing/builders.ts';
import type { BuiltMember } from '../../../server/src/testing/builders.ts';
import { root } from '../../shared/product.ts';
import type { Outcome } from '../report.ts';
import { installRelease } from '../target/release.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import type { Scenario } from './scenario.ts';
import { createBrowser, openOutbox } from './waiting-outbox.ts';
import type { Browser, Outbox } from './waiting-outbox.ts';

const postsCount = 10;
const commentsPerPost = 4;
const messagesCount = 20;
const retries = 3;

type Site = { target: Target; browser: Browser; one: BuiltMember; other: BuiltMember };

/** Ways in which a page stays open while the browser's cookie becomes another person's. */
const ways: Record<string, (site: Site) => Promise<void>> = {
  'one signs out in another tab, and the other signs in': async ({ target, browser, one, other }) => {
    const origin = target.platform.publicUrl;
    const headers = { cookie: one.cookie, origin, 'content-type': 'application/json' };
    const { status } = await fetch(`${origin}/auth/sign-out`, { method: 'POST', headers, body: '{}' });
    if (status !== 200) throw new Error(`a sign-out was answered ${status}`);
    browser.cookie = other.cookie;
  },
  'the other signs in in another tab': async ({ browser, other }) => {
    browser.cookie = other.cookie;
  },
  'the browser restores the page of the one with the session of the other': async ({ browser, other }) => {
    browser.cookie = other.cookie;
    browser.restart();
  },
};

/**
 * Comments, likes and messages of one person wait in the outbox of a page (web/src/lib/outbox) while the browser's cookie becomes somebody
 * else's, in each of three ways. Nothing may be stored as the other person's, and all has to be stored as the
 * first person's once that one signs in again.
 * @param length.from a release whose server and outbox are taken instead
 */
export const accounts: Scenario = async (outcome, { from, rounds = 2 }) => {
  if (from === undefined) return withTarget(outcome, {}, (target) => changeAccounts(target, root, rounds));
  const program = await mkdtemp(path.join(os.tmpdir(), 'lapau-release-'));
  try {
    installRelease(from, program);
    await withTarget(outcome, { program }, (target) => changeAccounts(target, program, rounds));
  } finally {
    await rm(program, { recursive: true, force: true });
  }
};

async function changeAccounts(target: Target, program: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, change] of Object.entries(ways)) await changeAccount(target, program, { name, change });
    target.outcome.rounds += 1;
  }
}

type Way = { name: string; change: (site: Site) => Promise<void> };

async function changeAccount(target: Target, program: string, { name, change }: Way): Promise<void> {
  const [one, other] = [await buildMember(target), await buildMember(target)];
  const browser = createBrowser(target.lapau.url);
  const open = (): Promise<Outbox> => openOutbox(program, browser, one.id, new QueryClient());
  let outbox = await open();
  try {
    const subjects = await submitAll(target, browser, outbox, one);
    browser.onRestart = () => outbox.close();
    await change({ target, browser, one, other });
    if (browser.isRestarted()) outbox = await open();
    browser.hasSignal = true;
    for (let retry = 0; retry < retries; retry += 1) {
      browser.asked.clear();
      outbox.retry();
      await until(
        'each queue to be tried',
        async () => outbox.waiting() === 0 || browser.asked.size === subjects,
        60_000,
      );
    }
    const stolen = await countOf(target, other.id);
    // The first person signs in again.
    browser.cookie = (await buildSession(target, one.id)).cookie;
    outbox.retry();
    await until('everything to be sent', () => outbox.waiting() === 0, 240_000);
    report(target.outcome, name, stolen, await countOf(target, one.id));
  } finally {
    outbox.close();
    browser.close();
  }
}

const total = postsCount * (commentsPerPost + 1) + messagesCount;

/** @returns how many queues the outbox has for the changes */
async function submitAll(target: Target, browser: Browser, outbox: Outbox, one: BuiltMember): Promise<number> {
  browser.cookie = one.cookie;
  browser.hasSignal = false;
  // Each round has its own cook, as many messages of strangers to one cook are limited (D118).
  const { id: cook } = await buildSeller(target);
  const { id: conversation_id } = await buildConversation(target, { user1_id: one.id, user2_id: cook });
  for (let post = 0; post < postsCount; post += 1) {
    const { id } = await buildPost(target, { user_id: cook });
    outbox.submit('like', id, { call: 'toggle_like', input: { post_id_to_toggle: id, liked: true } });
    for (let comment = 0; comment < commentsPerPost; comment += 1)
      outbox.submit('comment', id, {
        call: 'add_comment',
        input: { id: randomUUID(), post_id_to_comment_on: id, comment_content: 'Masih ada?', parent_comment_id: null },
      });
  }
  for (let message = 0; message < messagesCount; message += 1)
    outbox.submit('message', conversation_id, {
      call: 'send_message',
      input: { id: randomUUID(), p_conversation_id: conversation_id, p_content: 'Masih ada?' },
    });
  await until('everything to be stored', async () => outbox.stored() === total, 60_000);
  return 2 * postsCount + 1;
}

/** How many comments, likes and messages a person has. */
async function countOf({ db }: Target, id: string): Promise<number> {
  const counts = await Promise.all([
    db.selectFrom('post_comments').select('id').where('user_id', '=', id).execute(),
    db.selectFrom('likes').select('post_id').where('user_id', '=', id).execute(),
    db.selectFrom('messages').select('id').where('sender_id', '=', id).execute(),
  ]);
  return counts.reduce((sum, rows) => sum + rows.length, 0);
}

function report(outcome: Outcome, name: string, stolen: number, kept: number): void {
  outcome.notes.push(`${name}: of ${total} that waited ${stolen} are stored as the other's, ${kept} as the one's`);
  outcome.acknowledged += kept;
  outcome.lost += Math.max(0, total - kept - stolen);
  outcome.doubled += Math.max(0, kept - total);
  if (stolen > 0) outcome.faults.push(`${name}: ${stolen} of ${total} are stored as the other's`);
}
