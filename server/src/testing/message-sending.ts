import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@lapau/contract/calls';
import type { Message } from '@lapau/contract/chat';
import { buildConversation, buildMember, buildSeller } from './builders.ts';
import type { BuildTarget, BuiltMember } from './builders.ts';
import type { Client } from './client.ts';
import { seededRandom } from './storage-use.ts';

type Target = BuildTarget & Client;

type MessageSending = {
  seed: number;
  /** How many messages both people send together. */
  messages: number;
  /** How often the server is killed while messages are under way. */
  kills: number;
  /** Kills the server and starts it again. */
  kill: () => Promise<void>;
};

type SentMessages = {
  acknowledged: number;
  /** How often there was each answer: a status, `lost` on the way, or `none`. */
  answers: Map<string, number>;
  pagesKilled: number;
  faults: string[];
};

type Typed = { id: string; content: string };

/**
 * A phone. When its page is killed it keeps `stored`: as in the web's outbox, the messages without an answer, in the order in which
 * they were typed.
 */
type Phone = { owner: BuiltMember; typed: string[]; stored: string };

const lostAnswers = 0.3;
const killedPages = 0.05;
const longestRetryMs = 50;

/**
 * Two people write to each other, and their phones send as the web's outbox does: with ids made on the phone, one request at a time,
 * repeated until there is an answer. Many answers are lost, pages are killed before they could note one, and the server is killed.
 */
export async function sendThroughFailures(target: Target, use: MessageSending): Promise<SentMessages> {
  const random = seededRandom(use.seed);
  const answers = new Map<string, number>();
  const acknowledged = new Map<string, number>();
  const faults: string[] = [];
  let pagesKilled = 0;
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);

  const [buyer, cook] = [await buildMember(target), await buildSeller(target)];
  const { id: conversation_id } = await buildConversation(target, { user1_id: buyer.id, user2_id: cook.id });
  const phones = [buyer, cook].map((owner): Phone => ({ owner, typed: [], stored: '[]' }));
  const wanted = Math.ceil(use.messages / phones.length);

  const killsAt = Array.from({ length: use.kills }, (_, index) => ((index + 1) * use.messages) / (use.kills + 1));
  let restart = Promise.resolve();
  const givingUp = new AbortController();
  const isGivenUp = () => givingUp.signal.aborted;
  function killInTime() {
    if (acknowledged.size <= (killsAt[0] ?? Infinity)) return;
    killsAt.shift();
    restart = restart.then(() => delay(random() * 60)).then(use.kill);
    restart.catch(() => givingUp.abort());
  }

  const read = (phone: Phone) => JSON.parse(phone.stored) as Typed[];
  const write = (phone: Phone, waiting: Typed[]) => (phone.stored = JSON.stringify(waiting));

  async function type(phone: Phone) {
    for (let number = 1; number <= wanted && !isGivenUp(); number += 1) {
      const content = `${phone.owner.full_name}: ${number}`;
      phone.typed.push(content);
      write(phone, [...read(phone), { id: crypto.randomUUID(), content }]);
      await delay(random() * 10);
    }
  }

  /** @returns whether the phone got an answer, be it a refusal */
  async function attempt({ owner }: Phone, { id, content }: Typed): Promise<boolean> {
    const isLost = random() < lostAnswers;
    const connection = new AbortController();
    // Half of the lost answers are lost because the connection is cut at any moment of the request.
    const cut = isLost && random() < 0.5 ? setTimeout(() => connection.abort(), random() * 20) : undefined;
    try {
      const response = await target.request(
        '/rpc/send_message',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id, p_conversation_id: conversation_id, p_content: content }),
          signal: connection.signal,
        },
        owner,
      );
      const body: unknown = await response.json();
      count(isLost ? 'lost' : String(response.status));
      if (isLost || response.status === 429 || response.status >= 500) return false;
      if (response.status === 200) acknowledge((body as CallOutput<'send_message'>)[0]);
      else faults.push(`${content} was answered ${response.status} ${JSON.stringify(body)}`);
      return true;
    } catch (error) {
      // fetch throws a TypeError when the network fails (Fetch standard, section 5.6).
      if (!(error instanceof TypeError) && !connection.signal.aborted) throw error;
      count('none');
      return false;
    } finally {
      clearTimeout(cut);
    }
  }

  function acknowledge(message: Message | undefined) {
    if (!message) return void faults.push('an answer without a message');
    const before = acknowledged.get(message.id) ?? message.sequence;
    if (before !== message.sequence) faults.push(`${message.content} was number ${before}, then ${message.sequence}`);
    acknowledged.set(message.id, message.sequence);
  }

  /** Sends the stored messages until there are none or the page is killed. */
  async function openPage(phone: Phone) {
    let failures = 0;
    for (let [first] = read(phone); first && !isGivenUp(); [first] = read(phone)) {
      const isAnswered = await attempt(phone, first);
      killInTime();
      if (random() < killedPages) return void (pagesKilled += 1);
      failures = isAnswered ? 0 : failures + 1;
      // The list is read again, as more may have been typed meanwhile.
      if (isAnswered) write(phone, read(phone).slice(1));
      else await delay(Math.min(2 ** failures, longestRetryMs));
    }
  }

  async function send(phone: Phone) {
    while (!isGivenUp() && (phone.typed.length < wanted || read(phone).length > 0)) {
      await openPage(phone);
      await delay(1);
    }
  }

  await Promise.all(phones.flatMap((phone) => [type(phone), send(phone)]));
  await restart;
  for (const { owner } of phones) {
    const thread = await readThread(target, conversation_id, owner);
    for (const { owner: author, typed } of phones) {
      const sent = thread.filter(({ sender_id }) => sender_id === author.id).map(({ content }) => content);
      const at = typed.findIndex((content, index) => content !== sent[index]);
      const reads = `${owner.full_name} reads ${sent.length} of ${typed.length} messages of ${author.full_name}`;
      if (at >= 0 || sent.length !== typed.length) faults.push(`${reads}, "${sent[at]}" instead of "${typed[at]}"`);
    }
    const sequences = new Map(thread.map(({ id, sequence }) => [id, sequence]));
    for (const [id, sequence] of acknowledged) {
      if (sequences.get(id) !== sequence) faults.push(`${owner.full_name} does not read the acknowledged ${id}`);
    }
  }
  return { acknowledged: acknowledged.size, answers, pagesKilled, faults };
}

/** Reads all messages of a conversation, page by page from the newest one on. */
async function readThread(client: Client, conversation_id: string, reader: BuiltMember): Promise<Message[]> {
  const thread: Message[] = [];
  for (let hasOlder = true; hasOlder;) {
    const before = thread[0]?.sequence;
    const page = await client.call(
      'get_messages',
      { conversation_id, ...(before !== undefined && { before }) },
      reader,
    );
    thread.unshift(...page.messages);
    hasOlder = page.has_older;
  }
  return thread;
}
