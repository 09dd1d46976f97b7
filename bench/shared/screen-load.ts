/** A load of a screen on a phone; `tookMs` is missing if the screen had not come after a minute. */
export type ScreenLoad = { screen: string; tookMs?: number };
