import type { CallInput, CallOutput } from '@lapau/contract/calls';
import { isNetworkError, isSignedOut, isSuspension } from '../calls/api-error.ts';
import { savesData } from '../device/data-saver.ts';
import { freshForMs } from '../query/fresh-for.ts';

export type PollingOptions = {
  ask: (input: CallInput<'get_signals'>) => Promise<CallOutput<'get_signals'>>;
  /** The topics that the screen follows now, and the time, by the page's clock, up to which the page has heard of everything. */
  followed: () => { topics: string[]; until: number };
  /** @param until the time up to which the page has heard of everything now */
  onMessages: (messages: CallOutput<'get_signals'>['messages'], until: number) => void;
  /** Tells whether the page polls, as people who wait for something live have to know. */
  onSlow: (isSlow: boolean) => void;
  /** Called when the session has ended, or its person is suspended. */
  onSessionOver: () => void;
};

export type Polling = {
  /** Notes that a socket has failed, or has not lasted. */
  noteFailure: () => void;
  /** Asks at once, if it polls at all, as the page is seen again. */
  askNow: () => void;
  /** Stops asking while a socket is open. */
  pause: () => void;
  /** Ends polling, as a socket lasts or the network has changed. */
  end: () => void;
};

/** The page says after this many answers that it follows slowly: the server may just have come back when one socket has failed. */
const answersWithoutSocket = 2;
/** The page doubles its wait after this many answers without anything new, or if the phone is to load little. */
const quietAnswers = 4;
/** The page waits this long between requests until the server has said how long. */
const firstPaceMs = 15_000;
/**
 * How much further back than its last request a page asks, as the server counts back from the arrival of a request. If a request takes
 * longer than this, the next one asks for the same time again.
 */
const marginMs = 5_000;

/**
 * Follows the server by requests where HTTP is answered and no socket lasts, as behind some offices' proxies. Only pages on the screen
 * ask, about every 15 seconds at first. It is not part of the first load.
 */
export function createPolling({ ask, followed, onMessages, onSlow, onSessionOver }: PollingOptions): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = true;
  let isAsking = false;
  let answers = 0;
  let quiet = 0;
  let isSlow = false;
  let paceMs = firstPaceMs;
  let knownTopics = new Set<string>();

  const setSlow = (value: boolean) => {
    if (value !== isSlow) onSlow(value);
    isSlow = value;
  };

  const wait = () => {
    clearTimeout(timer);
    if (isPaused) return;
    const delayMs = quiet >= quietAnswers || savesData() ? 2 * paceMs : paceMs;
    timer = setTimeout(() => void poll(), delayMs * (0.8 + 0.4 * Math.random()));
  };

  const poll = async () => {
    clearTimeout(timer);
    if (isPaused || isAsking || document.visibilityState === 'hidden' || !navigator.onLine) return;
    isAsking = true;
    await askOnce().finally(() => (isAsking = false));
    wait();
  };

  const askOnce = async () => {
    const { topics, until } = followed();
    const askedAt = performance.now();
    // The data of a new screen was requested before the screen followed its topics.
    const isNew = topics.some((topic) => !knownTopics.has(topic));
    const ageMs = Math.round(askedAt - until + marginMs + (isNew ? freshForMs : 0));
    try {
      const { messages, again_after_ms } = await ask({ topics, age_ms: ageMs });
      paceMs = again_after_ms;
      if (isPaused) return;
      knownTopics = new Set(topics);
      quiet = messages.length > 0 ? 0 : quiet + 1;
      answers += 1;
      setSlow(answers >= answersWithoutSocket);
      const tookMs = performance.now() - askedAt;
      onMessages(messages, tookMs <= marginMs ? askedAt : until);
    } catch (error) {
      if (!(error instanceof Error) || isPaused) return;
      if (isSignedOut(error) || isSuspension(error)) return onSessionOver();
      quiet = quietAnswers;
      if (isNetworkError(error)) forget();
    }
  };

  /** Forgets the answers: without any network the fault is not that of the sockets. */
  const forget = () => {
    answers = 0;
    setSlow(false);
  };

  const pause = () => {
    isPaused = true;
    clearTimeout(timer);
  };

  return {
    noteFailure: () => {
      const wasPaused = isPaused;
      isPaused = false;
      if (!isSlow) void poll();
      else if (wasPaused) wait();
    },
    askNow: () => {
      quiet = 0;
      void poll();
    },
    pause,
    end: () => {
      pause();
      forget();
    },
  };
}
