const emptyFallback = /(var\(--[\w-]+,)\)/g;

/**
 * Puts a blank into the empty fallbacks of minified styles: Chromium 103 drops a declaration with `var(--x,)` where @property registers `--x`,
 * as Tailwind does, and every ring and filter with it. A minifier takes the blank out again, so that this has to come after it.
 */
export const spaceFallbacks = (css: string): string => css.replaceAll(emptyFallback, '$1 )');
