import type { Page } from '@playwright/test';

/**
 * What translations put in place of a page's texts, as they are seen in browsers: Chrome and its like replace the texts that
 * stand side by side by one element, others move each text into an element, or put a text of their own in its place.
 */
export const translations = ['replaced', 'moved', 'rewritten'] as const;
export type Translation = (typeof translations)[number];

/** Translates a page into its own language, and from now on whatever it shows, as browsers do until the page is left. */
export const translate = (page: Page, translation: Translation): Promise<void> =>
  page.evaluate(keepTranslating, translation);

function keepTranslating(translation: Translation): void {
  const done = new WeakSet<Node>();
  const mayBeTranslated = ({ parentElement: parent, data }: Text) =>
    data.trim() !== '' && parent?.closest('script, style, noscript, textarea, font') === null;
  const font = (content: string | Node) => {
    // The name has the type `string`, since this element is obsolete and its own type may not be used.
    const name: string = 'font';
    const [outer, inner] = [document.createElement(name), document.createElement(name)];
    for (const one of [outer, inner]) one.style.verticalAlign = 'inherit';
    inner.append(content);
    outer.append(inner);
    return outer;
  };
  /** The texts that stand side by side, beginning with this one. */
  const neighbours = (text: Text): Text[] => {
    const next = text.nextSibling;
    return next instanceof Text ? [text, ...neighbours(next)] : [text];
  };
  const take: Record<Translation, (text: Text) => void> = {
    replaced: (text) => {
      const [, ...others] = neighbours(text);
      const content = [text, ...others].map(({ data }) => data).join('');
      for (const other of others) other.remove();
      text.replaceWith(font(content));
    },
    moved: (text) => {
      const place = document.createComment('');
      text.replaceWith(place);
      place.replaceWith(font(text));
    },
    rewritten: (text) => {
      const own = new Text(text.data);
      done.add(own);
      text.replaceWith(own);
    },
  };
  const translateAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) if (text.isConnected && !done.has(text) && mayBeTranslated(text)) take[translation](text);
  };
  translateAll();
  new MutationObserver(translateAll).observe(document.body, { childList: true, characterData: true, subtree: true });
}
