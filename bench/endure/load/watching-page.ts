import { setTimeout as delay } from 'node:timers/promises';
import { openPage } from '../../../server/src/testing/sockets.ts';
import type { TestPage } from '../../../server/src/testing/sockets.ts';
import type { Person } from '../target/target.ts';

/** A person's page that stays open, and comes back when its socket is closed. */
export type WatchingPage = {
  /** Acknowledged messages of the other person that this page was not told of, although it was open. */
  missing: () => string[];
  /** How long the page was closed each time. */
  awayMs: number[];
  close: () => void;
};

const pauseBeforeReopeningMs = 200;
/** A page that comes back, or is told to resync, fetches everything for so long: messages stored until then need no signal. */
const fetchesForMs = 3_000;

/** @param other the person whose messages the page is told of */
export function watchMessages(url: string, person: Person, other: Person): WatchingPage {
  const received = new Set<string>();
  const awayMs: number[] = [];
  const written = () => other.conversation?.written ?? [];
  let from = 0;
  let fetchesUntil = 0;
  let page: TestPage | undefined;
  const closing = new AbortController();

  const noteFetched = () => {
    if (performance.now() < fetchesUntil) from = written().length;
  };
  const fetchAll = () => {
    fetchesUntil = performance.now() + fetchesForMs;
    noteFetched();
  };
  const noting = setInterval(noteFetched, 50);

  async function read(open: TestPage): Promise<void> {
    // As a page does, this asks for what was signalled between its requests and its socket.
    open.send({ type: 'join', topics: ['feed'], age_ms: fetchesForMs });
    for (;;) {
      const message = await open.next();
      if (message.type === 'resync') fetchAll();
      else if (message.type === 'signal' && message.signal.type === 'message_added')
        received.add(message.signal.message.content);
    }
  }

  async function stayOpen(): Promise<void> {
    let closedAt: number | undefined;
    while (!closing.signal.aborted) {
      page = await openPage(url, { cookie: person.cookie }).catch(() => undefined); // the server is not there yet
      if (page) {
        if (closedAt !== undefined) awayMs.push(performance.now() - closedAt);
        page.socket.on('error', () => {}); // its close event tells
        fetchAll();
        await read(page).catch(() => {}); // the socket was closed
        closedAt = performance.now();
      }
      await delay(pauseBeforeReopeningMs);
    }
  }

  void stayOpen();
  return {
    missing: () =>
      written()
        .slice(from)
        .filter((content) => !received.has(content)),
    awayMs,
    close: () => {
      closing.abort();
      clearInterval(noting);
      page?.socket.terminate();
    },
  };
}
