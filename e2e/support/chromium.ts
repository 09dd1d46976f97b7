/** Debian's Chromium without a window of its own, which would take almost as much of the processor as the page. */
export const chromiumPath = '/usr/bin/chromium-headless-shell';
