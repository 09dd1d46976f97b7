/**
 * A screen receives its topics' signals while it is shown. Cached data is fetched again when it is older than this; for newer data the
 * server sends the signals again that came since, when the screen subscribes.
 */
export const freshForMs = 10_000;
