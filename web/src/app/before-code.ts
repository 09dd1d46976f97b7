// A page whose HTML has a photo or a screen starts with this file, which comes before the app's code. It imports nothing: what it shares
// with the app would be a file of its own.

// On a slow line the app's code would take most of the bandwidth and hold the photo back for seconds. The code is therefore requested
// once the photo is there; it arrives hardly later, as the line is busy all the time.
const longestWaitMs = 3_000;
const photo = document.querySelector<HTMLImageElement>('#root img[fetchpriority="high"]');
const code = document.querySelector<HTMLTemplateElement>('#code');

const loadApp = () => code && document.head.append(code.content);

if (!photo || photo.complete) loadApp();
else {
  const settled = new AbortController();
  const once = { once: true, signal: settled.signal };
  const load = () => {
    settled.abort();
    loadApp();
  };
  photo.addEventListener('load', load, once);
  photo.addEventListener('error', load, once);
  setTimeout(load, longestWaitMs);
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The buttons that were pressed, in their order. */
const pressed: HTMLElement[] = [];
type Typed = { text: string; start: number | null; end: number | null };
/** What was typed or chosen, and where the caret was. */
const inputs = new Map<Input, Typed>();

function note(element: Input): void {
  const isText = !(element instanceof HTMLSelectElement);
  const caret = isText ? element : { selectionStart: null, selectionEnd: null };
  inputs.set(element, { text: element.value, start: caret.selectionStart, end: caret.selectionEnd });
}

/** Gives the app a text that was typed before it was there: it compares with what the element held when it took the page over. */
function typeAgain(element: Exclude<Input, HTMLSelectElement>, { text, start, end }: Typed): void {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  element.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
  if (element === document.activeElement && start !== null) element.setSelectionRange(start, end);
}

function chooseAgain(element: HTMLSelectElement, { text }: Typed): void {
  element.value = text;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function handOver(): void {
  for (const [element, typed] of inputs) {
    if (element instanceof HTMLSelectElement) chooseAgain(element, typed);
    else typeAgain(element, typed);
  }
  for (const button of pressed) {
    delete button.dataset.pressed;
    button.click();
  }
}

/** Keeps what a person presses and types until the app is there, which then does it (D109). The browser itself follows links and sends the sign-in form. */
function keepForApp(): void {
  const taken = new AbortController();
  const { signal } = taken;
  for (const element of document.querySelectorAll<HTMLInputElement>('#root :is(input:not([type=hidden]), textarea)'))
    if (element.value !== element.defaultValue) note(element);
  document.addEventListener('input', ({ target }) => note(target as Input), { signal });
  const press = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('button[type=button]');
    if (!button) return;
    button.dataset.pressed = '';
    pressed.push(button);
  };
  document.addEventListener('click', press, { signal });
  const take = () => {
    taken.abort();
    // This comes once the app has taken the page over, and before the next letter that is typed.
    queueMicrotask(handOver);
  };
  document.addEventListener('lapau:taken', take, { signal });
}

if (document.documentElement.dataset.taken === undefined) keepForApp();
