/** A rule of the web app's stylesheet, as the build has split it (scripts/rendering/split-styles.ts). */
export type StyleRule = { css: string; around: string[]; needs: string[][]; defines?: string };

/**
 * Puts together the rules that a page's HTML needs, so that it can be drawn before the stylesheet has arrived.
 * @param rules all rules of the stylesheet, in their order
 */
export function stylesFor(html: string, rules: StyleRule[]): string {
  const used = new Set<string>(html.match(/<[a-z][a-z0-9]*/g));
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(' ')) used.add(name.replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
  const chosen = rules.filter(({ needs }) => needs.some((all) => all.every((name) => used.has(name))));
  const uses = chosen.flatMap(({ css, defines }) => (defines === undefined ? css : [])).join('');
  let written = '';
  let around: string[] = [];
  for (const rule of chosen) {
    if (rule.defines !== undefined && !uses.includes(rule.defines)) continue;
    const shared = around.findIndex((name, at) => name !== rule.around[at]);
    const kept = shared === -1 ? Math.min(around.length, rule.around.length) : shared;
    written += '}'.repeat(around.length - kept);
    written += rule.around
      .slice(kept)
      .map((name) => `${name}{`)
      .join('');
    written += rule.css;
    around = rule.around;
  }
  return written + '}'.repeat(around.length);
}
