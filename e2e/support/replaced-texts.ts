/**
 * As an init script: complains on the console, which fails a story, when React removes or changes a text, or puts something before it,
 * that a translated page would have replaced by elements of its own (D139). React makes a node for each text beside other children. An
 * element's only text has a node that the browser makes, and React sets it through the element.
 */
export function watchReplacedTexts(): void {
  const texts = new WeakSet<Node>();
  const complainOf = (node: Node | null, what: string) => {
    if (!node || !texts.has(node) || node.textContent?.trim() === '') return;
    const parent = node.parentElement?.outerHTML.slice(0, 200);
    window.console.error(`The text '${node.textContent}' is ${what} and has no element of its own: ${parent}`);
  };
  type Method = (...given: unknown[]) => unknown;
  const extend = (prototype: Document | Node, name: string, extended: (original: Method) => Method) => {
    const original = Reflect.get(prototype, name) as Method;
    Object.assign(prototype, {
      [name](...given: unknown[]) {
        return extended((...passed) => Reflect.apply(original, this, passed))(...given);
      },
    });
  };
  extend(Document.prototype, 'createTextNode', (create) => (data) => {
    const text = create(data);
    texts.add(text as Text);
    return text;
  });
  extend(Node.prototype, 'removeChild', (remove) => (child) => {
    complainOf(child as Node, 'removed');
    return remove(child);
  });
  extend(Node.prototype, 'insertBefore', (insert) => (child, before) => {
    complainOf(before as Node | null, 'what something is put before');
    return insert(child, before);
  });
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      complainOf(this, 'changed');
      nodeValue?.set?.call(this, value);
    },
  });
}
