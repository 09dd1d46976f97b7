import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { lateCalls } from './late-calls.ts';

const found = (code: string) => lateCalls(parseSync('some.tsx', code).program).map(({ what }) => what);

test.each([
  ['element.checkVisibility()', '.checkVisibility'],
  ['signal.throwIfAborted()', '.throwIfAborted'],
  ['AbortSignal.any([signal])', '.any'],
  ['Response.json(value)', '.json'],
  ["matchMedia('(height < 31rem)')", 'a range in matchMedia()'],
  ['<search />', '<search>'],
  ['<details name="one" />', 'the attribute name'],
  ['structuredClone(value)', 'structuredClone()'],
  ['new CloseWatcher()', 'new CloseWatcher'],
  [String.raw`/^\p{RGI_Emoji}$/v.test(text)`, 'the flag v'],
])('%s is refused', (code, what) => {
  expect(found(code)).toEqual([what]);
});

test.each([
  'element.showPopover?.()',
  "if ('showPopover' in element) element.showPopover()",
  "if (typeof navigator.canShare === 'function') navigator.canShare(files)",
  'signal.aborted',
  'new AbortController().abort()',
  'own.token.entry.share()',
  'list.flatMap(URL.createObjectURL)',
  'query.isError',
  "matchMedia('(min-height: 31rem)')",
  '<div popover="manual" inert />',
  String.raw`/^\p{L}$/u.test(text)`,
])('%s is not', (code) => {
  expect(found(code)).toEqual([]);
});
