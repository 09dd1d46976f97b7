import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** A running browser. */
export type Engine = {
  /** Opens the only tab, 360 by 740 pixels large, with nothing stored. */
  openTab: () => Promise<Tab>;
  stop: () => Promise<void>;
};

export type Tab = {
  /** Loads an address and waits until it is complete. */
  goTo: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Runs a script of the classic kind, such as a library that leaves a global. */
  load: (script: string) => Promise<void>;
  /**
   * Calls a function in the page, where it has nothing but its arguments: what JSON can carry, and regular expressions.
   * @returns what it returns or resolves to, by way of JSON
   */
  call: <Args extends unknown[], Result>(inPage: (...args: Args) => Result, ...args: Args) => Promise<Awaited<Result>>;
  /** A finger's tap, or a mouse's click where the engine's driver has no finger, at a point of the viewport. */
  tap: (point: Point) => Promise<void>;
  /** Presses the keys of a text, one after another. */
  type: (text: string) => Promise<void>;
  /** Chooses a file in the input that a function in the page returns. */
  chooseFile: (input: () => Element | null, file: string) => Promise<void>;
  /** Takes a picture of the page, as a PNG. */
  takePicture: () => Promise<Buffer>;
  /** What the page has complained about since the last call: errors on the console, exceptions and rejections that nobody caught. */
  takeErrors: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type Point = { x: number; y: number };

/** The arguments of a function in the page as text. */
export const toJson = (args: unknown[]): string =>
  JSON.stringify(args, (_, value: unknown) => (value instanceof RegExp ? { pattern: value.source } : value));

/** A function of the page as text; as such it takes the arguments, and returns the result, as JSON. */
export const toSource = (inPage: (...args: never[]) => unknown): string => `async (json) => {
  const revive = (_, value) => (value?.pattern === undefined ? value : new RegExp(value.pattern));
  return JSON.stringify((await (${String(inPage)})(...JSON.parse(json, revive))) ?? null);
}`;

/** The driver's actions that tap a point. */
export const tapActions = ({ x, y }: Point, pointerType: 'touch' | 'mouse') => [
  {
    type: 'pointer',
    id: pointerType,
    parameters: { pointerType },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

/** The driver's actions that type a text. */
export const typeActions = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: Array.from(text, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat(),
  },
];

/** Starts a program that ends with this process at the latest. */
export function startProgram(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, options);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Waits until what a program prints matches. @returns the first group */
export const untilPrinted = (output: NodeJS.ReadableStream | null, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = '';
    output?.on('data', (part: Buffer) => {
      printed += part.toString();
      const [, found] = pattern.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    output?.once('end', () => reject(new Error(`A program ended without printing ${pattern}:\n${printed}`)));
  });

/** Ends a program and waits until it has. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
