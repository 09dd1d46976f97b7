/** What a person looks for: a control or part by its role and name, a field by its label, or a text; in another one if there are several. */
export type Target = { within?: Target | undefined } & (
  | { role: string; name?: Words | undefined; state?: State | undefined }
  | { label: string }
  | { text: Words }
);

/** A whole text, or a pattern in it. */
export type Words = string | RegExp;

/** The states of a control that a person can perceive. */
export type State = { pressed?: boolean; checked?: boolean };

type Query = (root: Element, what: unknown, options?: object) => HTMLElement[];

declare global {
  interface Window {
    /** The global that `@testing-library/dom` leaves in a page without modules. */
    TestingLibraryDom?: Record<`queryAllBy${'Role' | 'Text' | 'LabelText' | 'PlaceholderText'}`, Query>;
    findShown?: (target: Target) => HTMLElement[];
    /** Whether the last tap was on what it was meant for; undefined until there is a click. */
    isTapHit?: boolean | undefined;
  }
}

/** In the page: prepares `window.findShown`. @returns false when the library has to be sent first */
export function prepareFinder(): boolean {
  const queries = window.TestingLibraryDom;
  if (!queries) return false;
  const isShown = (element: HTMLElement) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

  function findIn(root: HTMLElement, target: Target): HTMLElement[] {
    if (!queries) return [];
    if ('text' in target) return queries.queryAllByText(root, target.text);
    if ('role' in target) {
      const name = target.name === undefined ? {} : { name: target.name };
      return queries.queryAllByRole(root, target.role, { ...name, ...target.state });
    }
    const labelled = queries.queryAllByLabelText(root, target.label);
    return labelled.length > 0 ? labelled : queries.queryAllByPlaceholderText(root, target.label);
  }

  window.findShown = (target) => {
    const roots = target.within ? (window.findShown?.(target.within) ?? []) : [document.body];
    return roots.flatMap((root) => findIn(root, target)).filter(isShown);
  };
  return true;
}

/** In the page: counts the elements that match, and reads what a text field or a list of choices has in it. */
export function look(target: Target): { number: number; values: string[] } {
  const found = window.findShown?.(target) ?? [];
  return { number: found.length, values: found.map((element) => (element as HTMLInputElement).value) };
}

/** In the page: the height of the element that matches. */
export function measureHeight(target: Target): number {
  const [element] = window.findShown?.(target) ?? [];
  return element?.getBoundingClientRect().height ?? 0;
}

/**
 * In the page: scrolls to what a person wants to tap, finds its middle, and has `window.isTapHit` tell whether the next click lands on it.
 * @returns why it cannot be tapped now instead: it is not the only one, disabled, moving or covered
 */
export async function findTapPoint(target: Target): Promise<{ x: number; y: number } | { problem: string }> {
  const found = window.findShown?.(target) ?? [];
  const [element] = found;
  if (!element || found.length > 1) return { problem: `there are ${found.length}` };
  if (element.matches(':disabled, [aria-disabled="true"]')) return { problem: 'it is disabled' };
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isIn = (hit: Element | null) => element.contains(hit) || (hit?.closest('label')?.control ?? null) === element;
  const isHit = ({ x, y }: { x: number; y: number }) => isIn(document.elementFromPoint(x, y));
  if (!isHit(middle())) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const before = middle();
  for (let frames = 2; frames > 0; frames -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const after = middle();
  if (before.x !== after.x || before.y !== after.y) return { problem: 'it is moving' };
  if (!isHit(after)) return { problem: 'something lies over it' };
  window.isTapHit = undefined;
  const noteClick = ({ target: clicked }: Event) => (window.isTapHit = isIn(clicked as Element));
  document.addEventListener('click', noteClick, { capture: true, once: true });
  return after;
}

/** In the page: whether the last tap landed beside what it was meant for. */
export const isTapMissed = (): boolean => window.isTapHit === false;

/** In the page: selects what a field has in it, so that typing replaces it. @returns false when another element has the focus */
export function selectAll(target: Target): boolean {
  const [field] = window.findShown?.(target) ?? [];
  if (!field || field !== document.activeElement) return false;
  (field as HTMLInputElement).select();
  return true;
}

/** In the page: chooses the option of that value as a person does in the browser's own list, which no driver opens. */
export function chooseOption(target: Target, value: string): boolean {
  const [list] = (window.findShown?.(target) ?? []) as unknown as HTMLSelectElement[];
  if (!list || ![...list.options].some((option) => option.value === value)) return false;
  list.value = value;
  for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}
