import { StartRefused } from '../../platform/errors/start-refused.ts';
import { unavailableReason } from '../../platform/errors/unavailable.ts';
import { startTimeout } from '../../platform/process/timeout.ts';

/** What one check has found. `mend` says what to do about a warning or an error. */
export type Finding = {
  check: string;
  state: 'ok' | 'warning' | 'error';
  text: string;
  mend?: string;
};

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });
export const warning = (check: string, text: string, mend: string): Finding => ({
  check,
  state: 'warning',
  text,
  mend,
});
export const error = (check: string, text: string, mend: string): Finding => ({ check, state: 'error', text, mend });

/**
 * Runs a check by itself: one that fails or takes too long is an error, and hides no other.
 * @param mend what to do when it throws
 */
export type Check = (check: string, mend: string, run: () => Promise<Finding | Finding[]>) => Promise<Finding[]>;

/** Gives each check this long. */
export const checksWithin =
  (limitMs: number): Check =>
  async (check, mend, run) => {
    const late = Promise.withResolvers<Finding>();
    const timeout = startTimeout(limitMs, () =>
      late.resolve(error(check, `no answer in ${limitMs / 1_000} seconds`, mend)),
    );
    try {
      return [await Promise.race([run(), late.promise])].flat();
    } catch (failure) {
      return [error(check, reasonOf(failure), mend)];
    } finally {
      timeout.cancel();
    }
  };

/** Says in one line why something failed. */
export function reasonOf(failure: unknown): string {
  if (failure instanceof StartRefused) return failure.message.replaceAll(/\s+/g, ' ');
  return unavailableReason(failure) ?? (failure instanceof Error ? failure.message : String(failure));
}

/** Says why a fetch failed, which its error has as the cause. */
export const failureOf = (failure: unknown): string =>
  failure instanceof Error && failure.cause instanceof Error ? reasonOf(failure.cause) : reasonOf(failure);

/** Explains why Lapau itself refuses a request of PUBLIC_URL's page; undefined for other answers. */
export function refusalOf(
  check: string,
  address: string,
  status: number | undefined,
  code: unknown,
): Finding | undefined {
  if (code === 'rate_limited' || code === 'not_ready')
    return warning(check, `${address} is answered with ${status} (${code})`, 'Try again in a minute.');
  if (code !== 'foreign_origin') return undefined;
  return error(
    check,
    `${address} refuses pages of PUBLIC_URL: the proxy passes on another Origin than it is given, or Lapau runs with another PUBLIC_URL`,
    'Have the proxy pass on the header Origin as it comes, and set PUBLIC_URL to the address in the browser; the log of Lapau has what it got and expected.',
  );
}

/** Reads the code of Lapau's refusal; undefined for an answer of something else. */
export function codeIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { code?: unknown } | null)?.code;
  } catch {
    return undefined; // the body is no JSON, such as a page of a proxy
  }
}
