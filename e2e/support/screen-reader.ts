import type { Page } from '@playwright/test';

type Node = {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  childIds?: string[];
  properties?: { name: string; value: { value?: unknown } }[];
};

/** The roles of elements that a person operates, each of which needs a name. */
const controls = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'radio',
  'searchbox',
  'switch',
  'tab',
  'textbox',
]);
const stops = new Set([...controls, 'alert', 'dialog', 'alertdialog', 'heading', 'image', 'StaticText']);
const states = new Set(['checked', 'disabled', 'expanded', 'invalid', 'pressed', 'selected']);

/**
 * Lists what a screen reader says of a page when somebody swipes through it from its beginning to its end: role, name and state of
 * each stop, in the order of the accessibility tree. Nothing behind an open dialog is among them. A control without a name is '?'.
 */
export async function readThrough(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const visit = (node: Node | undefined, within: string): void => {
    if (!node) return;
    const role = node.role?.value ?? '';
    const name = node.name?.value.trim().replaceAll(/\s+/g, ' ') ?? '';
    const isStop = !node.ignored && stops.has(role);
    // The texts of a control or heading are its name.
    const isSaid = role === 'StaticText' && within.includes(name);
    if (isStop && !isSaid) {
      const shown = (node.properties ?? []).filter(
        (property) =>
          states.has(property.name) && ![undefined, false, 'false'].includes(property.value.value as string),
      );
      const text = name || (controls.has(role) ? '?' : '');
      if (text)
        lines.push([role === 'StaticText' ? '' : role, text, ...shown.map((state) => state.name)].join(' ').trim());
    }
    const inner = isStop && role !== 'dialog' && role !== 'alertdialog' && role !== 'alert' ? name : within;
    for (const id of node.childIds ?? []) visit(byId.get(id), inner);
  };
  visit(nodes[0], '');
  return lines;
}

/** Notes the texts that live regions say from now on, on every page that is opened. */
export async function startListening(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const live =
      '[aria-live="polite"], [aria-live="assertive"], [role="status"]:not([aria-live="off"]), [role="alert"], [role="log"]';
    /** A region that comes with its text is silent in many readers; an alert is not. */
    const known = new WeakSet<Element>();
    const said = new WeakMap<Element, string>();
    new MutationObserver((records) => {
      const changed = new Set<Element>();
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(live);
        if (region) changed.add(region);
      }
      for (const region of document.querySelectorAll(live)) {
        const isNew = !known.has(region);
        known.add(region);
        if (isNew ? region.getAttribute('role') !== 'alert' : !changed.has(region)) continue;
        const text = region.textContent.trim().replaceAll(/\s+/g, ' ');
        const isSilent = said.get(region) === text || region.closest('[aria-hidden="true"], [inert]');
        said.set(region, text);
        if (text && !isSilent) heard.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** The texts that live regions of the page have said so far. */
export const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard);
