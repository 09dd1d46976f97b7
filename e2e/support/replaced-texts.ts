/**
 * As an init script: complains on the console, which fails a story, when React removes, changes or puts something before a text
 * that a translated page would have replaced by elements of its own (D139). React makes a node for each text beside other
 * children; that of an element's only text is the browser's, and React sets it through the element.
 */
export function watchReplacedTexts(): void {
  const texts = new WeakSet<Node>();
  const complainOf = (node: Node | null, what: string) => {
    if (!node || !texts.has(node) || node.textContent?.trim() === '') return;
    const parent = node.parentElement?.outerHTML.slice(0, 200);
    console.error(`The text '${node.textContent}' is ${what} and has no element of its own: ${parent}`);
  };
  const { createTextNode } = Document.prototype;
  Document.prototype.createTextNode = function (data) {
    const text = createTextNode.call(this, data);
    texts.add(text);
    return text;
  };
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    complainOf(child, 'removed');
    return removeChild.call(this, child) as Child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    complainOf(before, 'what something is put before');
    return insertBefore.call(this, child, before) as Child;
  };
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      complainOf(this, 'changed');
      nodeValue?.set?.call(this, value);
    },
  });
}
