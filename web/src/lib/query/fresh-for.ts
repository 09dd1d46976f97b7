/**
 * A screen receives its topics' signals while it is shown. Data that it finds in the cache is fetched again when it is older than
 * this; the signals since then are sent again when it subscribes.
 */
export const freshForMs = 10_000;
