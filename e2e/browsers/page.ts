import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Tab } from './engine.ts';
import { chooseOption, findTapPoint, isTapMissed, look, measureHeight, prepareFinder, selectAll } from './find.ts';
import type { State, Target, Words } from './find.ts';

const { resolve } = createRequire(import.meta.url);
const library = await readFile(resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');

/** What a person does with a page, or with a part of it: the words of the stories, the same for every engine. */
export class Page {
  readonly #tab: Tab;
  readonly #within: Target | undefined;

  constructor(tab: Tab, within?: Target) {
    this.#tab = tab;
    this.#within = within;
  }

  /** The part of this role and name, such as the card of one dish. */
  in(role: string, name: Words): Page {
    return new Page(this.#tab, { role, name, within: this.#within });
  }

  async tap(role: string, name: Words): Promise<void> {
    await this.#tap({ role, name, within: this.#within });
  }

  /** Types a text in the field of this label, in place of what it has. */
  async fill(label: string, text: string): Promise<void> {
    const field = { label, within: this.#within };
    await this.#tap(field);
    await this.#until(field, async () => ((await this.#call(selectAll, field)) ? undefined : 'it has no focus'));
    await this.#tab.type(text);
    await this.seeValue(label, text);
  }

  /** Chooses in the browser's own list of this label. */
  async choose(label: string, value: string): Promise<void> {
    const list = { label, within: this.#within };
    await this.#until(list, async () => ((await this.#call(chooseOption, list, value)) ? undefined : `no ${value}`));
  }

  /** Chooses a file of this device for the page's only file input, apart from the one for the camera. */
  async chooseFile(file: string): Promise<void> {
    const count = () => document.querySelectorAll('input[type="file"]:not([capture])').length;
    await expect.poll(() => this.#tab.call(count)).toBe(1);
    await this.#tab.chooseFile(() => document.querySelector('input[type="file"]:not([capture])'), file);
  }

  see(role: string, name?: Words, state?: State): Promise<void> {
    return this.#see({ role, name, state, within: this.#within }, 'shown');
  }

  seeNo(role: string, name?: Words): Promise<void> {
    return this.#see({ role, name, within: this.#within }, 'gone');
  }

  seeText(text: Words): Promise<void> {
    return this.#see({ text, within: this.#within }, 'shown');
  }

  seeNoText(text: Words): Promise<void> {
    return this.#see({ text, within: this.#within }, 'gone');
  }

  /** How high the field of this label is, in pixels. */
  heightOf(label: string): Promise<number> {
    return this.#call(measureHeight, { label, within: this.#within });
  }

  async seeValue(label: string, value: string): Promise<void> {
    const field = { label, within: this.#within };
    await this.#until(field, async () => {
      const { values } = await this.#call(look, field);
      return values.includes(value) ? undefined : `it has ${JSON.stringify(values)} instead of ${value}`;
    });
  }

  /** Waits until the page has this address. */
  async seePath(path: RegExp): Promise<void> {
    await expect.poll(() => this.#tab.call(() => location.pathname + location.search)).toMatch(path);
  }

  /** Waits until every picture on the screen has been drawn. */
  async seePictures(): Promise<void> {
    const undrawn = () => [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
    await expect.poll(() => this.#tab.call(undrawn)).toEqual([]);
  }

  async #see(target: Target, wanted: 'shown' | 'gone'): Promise<void> {
    await this.#until(target, async () => {
      const { number } = await this.#call(look, target);
      return number > 0 === (wanted === 'shown') ? undefined : `there are ${number}`;
    });
  }

  /** Taps, and taps again if the page has just moved under the finger. A page that is being replaced cannot tell, and the tap counts as a hit. */
  async #tap(target: Target): Promise<void> {
    await this.#until(target, async () => {
      const found = await this.#call(findTapPoint, target);
      if ('problem' in found) return found.problem;
      await this.#tab.tap(found);
      const isMissed = await this.#tab.call(isTapMissed).catch(() => false);
      return isMissed ? 'the tap landed beside it' : undefined;
    });
  }

  /** Asks until there is no problem. A page that is being replaced fails a question, which is then asked again. */
  async #until(target: Target, findProblem: () => Promise<string | undefined>): Promise<void> {
    await expect(async () => {
      const problem = await findProblem();
      if (problem !== undefined) throw new Error(`${JSON.stringify(target)}: ${problem}`);
    }).toPass();
  }

  /** Calls a function of find.ts; the functions of that file are sent to each document once. */
  async #call<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    if (!(await this.#tab.call(prepareFinder))) {
      await this.#tab.load(library);
      await this.#tab.call(prepareFinder);
    }
    return this.#tab.call(inPage, ...args);
  }
}
