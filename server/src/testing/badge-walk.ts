import { sql } from 'kysely';
import { buildConversation, buildMember, buildSeller } from './builders.ts';
import type { BuildTarget, BuiltMember } from './builders.ts';
import type { Client } from './client.ts';
import { inParallel } from './parallel.ts';
import { openPage } from './sockets.ts';
import { seededRandom } from './storage-use.ts';

type Target = BuildTarget & Client & { url: string };

/**
 * A cook with two devices and three buyers send, read and delete at random, one after another or several at once.
 * @throws when a device's badge is not what the rows say after a step, with the seed and the step
 */
export async function walkBadges(target: Target, { seed, steps }: { seed: number; steps: number }): Promise<void> {
  const { call, rawCall } = target;
  const random = seededRandom(seed);
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const cook = await buildSeller(target);
  const talks = await inParallel(3, async () => {
    const buyer = await buildMember(target);
    return { buyer, ...(await buildConversation(target, { user1_id: buyer.id, user2_id: cook.id })) };
  });
  const sent: { id: string; by: BuiltMember }[] = [];

  async function send(p_conversation_id: string, by: BuiltMember) {
    const id = crypto.randomUUID();
    await call('send_message', { id, p_conversation_id, p_content: 'Halo' }, by);
    sent.push({ id, by });
  }
  async function step() {
    const { id: conversation_id, buyer } = one(talks);
    const kind = random();
    if (kind < 0.4) await send(conversation_id, buyer);
    else if (kind < 0.55) await send(conversation_id, cook);
    else if (kind < 0.75) {
      const { last_sequence } = await call('get_conversation_details', { p_conversation_id: conversation_id }, cook);
      const sequence = Math.floor(random() * (last_sequence + 1));
      await call('mark_conversation_read', { conversation_id, sequence }, cook);
    } else if (sent.length > 0) {
      const { id, by } = one(sent);
      if (kind < 0.9) await call('delete_message', { message_id: id }, by);
      else await rawCall('mark_message_read', { message_id: id }, cook);
    }
  }

  const readBadge = async () => (await call('get_session', {}, cook))?.unread.messages ?? 0;
  const openDevice = async () => {
    const page = await openPage(target.url, { cookie: cook.cookie });
    return { page, badge: { total: await readBadge(), version: 0 } };
  };
  const openDevices = async () => [await openDevice(), await openDevice()];
  let devices = await openDevices();
  for (let count = 1; count <= steps; count += 1) {
    await inParallel(random() < 0.3 ? 4 : 1, step);
    const expected = await countUnreadRows(target, cook.id);
    const check = (what: string, shown: number) => {
      if (shown !== expected) throw new Error(`seed ${seed}, step ${count}: ${what} says ${shown} of ${expected}`);
    };
    for (const [index, device] of devices.entries()) {
      for (const [, signal] of await device.page.signals()) {
        const next = 'counts' in signal ? signal.counts : undefined;
        if (next && next.version > device.badge.version) device.badge = next;
      }
      check(`device ${index}`, device.badge.total);
    }
    check('the session', await readBadge());
    // The pages are opened anew, because the server limits how often one may ping.
    if (count % 40 === 0) {
      for (const { page } of devices) page.socket.close();
      devices = await openDevices();
    }
    if (count < steps) continue;
    const rows = await call('get_user_conversations', {}, cook);
    check(
      'the list',
      rows.reduce((total, { unread_count }) => total + unread_count, 0),
    );
  }
  for (const { page } of devices) page.socket.close();
}

/** Counts unread messages from the messages themselves. */
async function countUnreadRows({ db }: BuildTarget, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages m join conversations c on c.id = m.conversation_id
    where ${userId} in (c.user1_id, c.user2_id) and m.sender_id is distinct from ${userId}
      and m.sequence > case when c.user1_id = ${userId} then c.user1_read_sequence else c.user2_read_sequence end
  `.execute(db);
  return rows[0]?.count ?? 0;
}
