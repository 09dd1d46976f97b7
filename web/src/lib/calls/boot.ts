import type { BootData, RefusedSignIn } from '@lapau/contract/boot';

const { document } = globalThis;
const block = document?.getElementById('boot')?.textContent;
// The development server writes no boot data; then every query fetches.
let answers: BootData = block ? (JSON.parse(block) as BootData) : {};

/** Whether the page says who has opened it: only then does its HTML have a screen that these answers make. */
export const isBooted = answers.get_session !== undefined;

/** The person whose page it is, as long as no query has taken that; undefined where the page does not say. */
export const bootedSession = (): BootData['get_session'] => answers.get_session;

/** When the page was loaded, in milliseconds since 1970: the `initialDataUpdatedAt` of its answers. */
export let bootedAt = Date.now();

type Page = {
  /** The server's time when it made the page, in milliseconds since 1970; 0 where it does not say. */
  time: number;
  /** The scheme and host of its address. */
  origin: string;
  pathname: string;
  /** The text by which the server knows a form as one of its own pages'. */
  csrfToken: string;
  /** Why the sign-in was refused that this page answers. */
  refusedSignIn: RefusedSignIn | undefined;
  /** The announcement that was dismissed on this device, as the server has heard it (told-server.ts). */
  dismissed: string | undefined;
};

const toldOf = (data: BootData) => ({
  csrfToken: data.csrf_token ?? '',
  refusedSignIn: data.refused_sign_in,
  dismissed: data.dismissed_announcement,
});

/** What the page is, wherever it has gone since. */
export let page: Page = {
  time: Number(document?.documentElement.dataset.now ?? 0),
  origin: globalThis.location?.origin ?? '',
  pathname: globalThis.location?.pathname ?? '',
  ...toldOf(answers),
};

/** Forgets that the sign-in was refused, as the form has said it. */
export function forgetRefusedSignIn(): void {
  page = { ...page, refusedSignIn: undefined };
}

/** Gives the server the answers of the page that it renders next. */
export function putBootAnswers(data: BootData, { time, url }: { time: number; url: URL }): void {
  answers = data;
  bootedAt = Date.now();
  page = { time, origin: url.origin, pathname: url.pathname, ...toldOf(data) };
}

/**
 * The answer that came with the page, for a query's `initialData`. Each answer is returned once: a query whose cache was cleared
 * since then has to fetch.
 * @param isWanted whether it is the answer to this query, where the call has an input
 */
export function takeBootAnswer<Name extends keyof BootData>(
  name: Name,
  isWanted: (answer: NonNullable<BootData[Name]>) => boolean = () => true,
): BootData[Name] {
  const answer = answers[name];
  if (answer && !isWanted(answer)) return undefined;
  answers = { ...answers, [name]: undefined };
  return answer;
}

/** Drops the answers that were meant for a person who has signed out. */
export function dropBootAnswers(): void {
  answers = {};
}

/** Whether the device has opened the page (web/src/worker): its boot data then comes by a call. */
export const isFromDevice = document?.documentElement.dataset.from === 'device';
