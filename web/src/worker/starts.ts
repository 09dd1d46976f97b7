/*
 * Notes which releases start on this device. A release that was opened twice without its app having started, as its code fails here, is
 * opened for a day only if there is nothing else: neither an older release nor the server. So a bad release locks nobody out.
 */

const path = '/starts';
const started = 'started';
const triesBeforeDoubt = 2;
const doubtMs = 86_400_000;

/** The times at which a release was opened without having started since, in milliseconds since 1970; 'started' once it has. */
async function readStarts(release: Cache): Promise<number[] | typeof started> {
  const kept = await release.match(path);
  return kept ? ((await kept.json()) as number[] | typeof started) : [];
}

const writeStarts = (release: Cache, starts: number[] | typeof started): Promise<void> =>
  // Chromium has `Response.json` since 105.
  release.put(path, new Response(JSON.stringify(starts)));

/** Whether a release has failed to start here lately. */
export async function isDoubtful(release: Cache): Promise<boolean> {
  const starts = await readStarts(release);
  if (starts === started || starts.length < triesBeforeDoubt) return false;
  const age = Date.now() - (starts.at(-1) ?? 0);
  // A clock that was set back ends the doubt too.
  return age >= 0 && age < doubtMs;
}

/** Notes that a page of a release is being opened. */
export async function noteOpening(release: Cache): Promise<void> {
  const starts = await readStarts(release);
  if (starts !== started) await writeStarts(release, [...starts, Date.now()].slice(-triesBeforeDoubt));
}

/** Notes that the app of a release has started. */
export async function noteStart(release: Cache): Promise<void> {
  if ((await readStarts(release)) !== started) await writeStarts(release, started);
}

/** Forgets the doubt, so that a release is tried again. */
export async function forgetDoubt(release: Cache): Promise<void> {
  if ((await readStarts(release)) !== started) await release.delete(path);
}
