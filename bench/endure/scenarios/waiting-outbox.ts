import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { QueryClient } from '@tanstack/react-query';

/** What a browser has for all its pages: a cookie, a signal and a storage. */
export type Browser = {
  cookie: string;
  hasSignal: boolean;
  /** The calls that were made since this was cleared, each by its name and subject. */
  asked: Set<string>;
  stored: Map<string, readonly unknown[]>;
  /** Ends the page, and opens another one with what the device has stored. */
  restart: () => void;
  onRestart: () => void;
  isRestarted: () => boolean;
  close: () => void;
};

/** Sends the calls of pages, which name a path only, to a server with the cookie of the moment. */
export function createBrowser(url: string): Browser {
  const outside = globalThis.fetch;
  let isRestarted = false;
  const browser: Browser = {
    cookie: '',
    hasSignal: true,
    asked: new Set(),
    stored: new Map(),
    restart: () => {
      browser.onRestart();
      isRestarted = true;
    },
    onRestart: () => {},
    isRestarted: () => isRestarted,
    close: () => {
      globalThis.fetch = outside;
    },
  };
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return outside(input, init);
    if (!browser.hasSignal) throw new TypeError('no signal');
    const headers = new Headers(init?.headers);
    headers.set('cookie', browser.cookie);
    headers.set('origin', url);
    const answer = await outside(url + input, { ...init, headers });
    if (typeof init?.body === 'string') browser.asked.add(`${input} ${subjectOf(init.body)}`);
    return answer;
  };
  return browser;
}

function subjectOf(body: string): string {
  const input = JSON.parse(body) as Record<string, unknown>;
  return String(input['post_id_to_toggle'] ?? input['post_id_to_comment_on'] ?? input['p_conversation_id']);
}

type Call = { call: string; input: Record<string, unknown> };

export type Outbox = {
  submit: (kind: 'like' | 'comment' | 'message', subject: string, change: Call) => void;
  /** How many changes of the page have no answer yet. */
  waiting: () => number;
  /** How many changes are stored on the device. */
  stored: () => number;
  retry: () => void;
  close: () => void;
};

type OpenAccount = (device: object) => object;

/** The part of web/src/lib/outbox that scenarios use. In 1.0.0 some of it has other names. */
type Product = {
  createOutbox: (load: () => Promise<object>) => {
    register: (kind: object) => object;
    open: (account: string, client: QueryClient) => void;
    start: () => void;
    close: () => void;
    submit: (kind: object, subject: string, change: Call) => Promise<unknown>;
    retry: () => void;
    state: () => { entries: readonly unknown[] };
  };
  createOpenAccount?: OpenAccount;
  createOpenSession?: OpenAccount;
};

/** Opens the outbox of a page as a release's web app has it, on what the browser has stored. */
export async function openOutbox(
  program: string,
  { stored }: Browser,
  account: string,
  client: QueryClient,
): Promise<Outbox> {
  const folder = path.join(program, 'web/src/lib/outbox');
  const load = async (file: string) => (await import(pathToFileURL(path.join(folder, file)).href)) as Product;
  const isOfAccounts = existsSync(path.join(folder, 'account-outbox.ts'));
  const { createOutbox } = await load('outbox.ts');
  const { createOpenAccount, createOpenSession } = await load(isOfAccounts ? 'account-outbox.ts' : 'session.ts');
  const read = async (of: string) => stored.get(of) ?? [];
  const storage = {
    read,
    update: async (of: string, change: (before: readonly unknown[]) => readonly unknown[]) => {
      const after = change(stored.get(of) ?? []);
      stored.set(of, after);
      return after;
    },
    forget: async (of: string) => void stored.delete(of),
    forgetOthers: async () => {},
    isAnswering: () => true,
    subscribe: () => () => {},
  };
  const tabs = {
    lock: (_: string, task: () => Promise<void>) => task(),
    announce: () => {},
    subscribe: () => () => {},
  };
  const openAccount = (createOpenAccount ?? createOpenSession)?.({ storage, tabs, wakeWorker: () => {} });
  const outbox = createOutbox(async () => ({ openAccount, openSession: openAccount, ...storage }));
  const kinds = Object.fromEntries(
    ['like', 'comment', 'message'].map((name) => [
      name,
      outbox.register({ name, isTyped: true, request: (change: Call) => change, applyAnswer: () => {}, meta: {} }),
    ]),
  );
  outbox.open(account, client);
  outbox.start();
  // The page reads what is stored a moment later.
  await delay(100);
  return {
    submit: (kind, subject, change) => void outbox.submit(kinds[kind] ?? {}, subject, change),
    waiting: () => outbox.state().entries.length,
    stored: () => stored.get(account)?.length ?? 0,
    retry: outbox.retry,
    close: outbox.close,
  };
}
