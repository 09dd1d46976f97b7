const innermostList = /:([\w-]+)\(([^()]*)\)/;

/**
 * Whether a selector is more specific than a single class. In `:not()` and `:is()` every selector of the list counts here, though
 * browsers count the strongest alone; in `:where()` none does.
 */
export function outweighsClass(selector: string): boolean {
  let flat = selector.replaceAll(/\[[^\]]*\]/g, '.attribute');
  for (let list = innermostList.exec(flat); list; list = innermostList.exec(flat)) {
    const [whole, name, selectors = ''] = list;
    // A blank keeps the name of an element apart from the selector before it.
    flat = flat.replace(whole, () => (name === 'where' ? '' : selectors.replaceAll(/(?<![\w.#:-])(?=[a-z])/gi, ' ')));
  }
  const classes = flat.match(/\.|(?<!:):(?!:)/g)?.length ?? 0;
  const hasElement = /::|(?<![\w.#:-])[a-z]/i.test(flat);
  return flat.includes('#') || classes > 1 || (classes === 1 && hasElement);
}
