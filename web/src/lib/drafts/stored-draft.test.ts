import { expect, test } from 'vitest';
import { draftVersion, mergeTexts, ofThisVersion } from './stored-draft.ts';

const blank = { name: '', phone: '' };

test('texts that a stored draft lacks are blank, and unknown ones are left out', () => {
  expect(mergeTexts(blank, { name: 'Reni' })).toEqual({ name: 'Reni', phone: '' });
  expect(mergeTexts(blank, { name: 'Reni', phone: '0812', colour: 'red' })).toEqual({ name: 'Reni', phone: '0812' });
});

test('what is no text is blank, and what is no draft has none', () => {
  expect(mergeTexts(blank, { name: 5, phone: null })).toEqual(blank);
  expect(mergeTexts(blank, 'text')).toEqual(blank);
});

test.each([undefined, null, 'text', {}, { version: draftVersion - 1 }])('%j is no draft of this version', (stored) => {
  expect(ofThisVersion(stored)).toBeNull();
  expect(ofThisVersion({ version: draftVersion, name: 'Reni' })).toMatchObject({ name: 'Reni' });
});
