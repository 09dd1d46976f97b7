// Cleans all that people type, paste or dictate (D135). This file imports no schema library, as the first screens load none.

/** Matches a text of ASCII, as most are, in which there is nothing to take out. */
const isPlain = /^[\n -~]*$/;

const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Matches control characters, halves of characters, what objects and notes in a text leave behind, and noncharacters. */
const unseen = /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffc]/gu;

/** A selector chooses a form of the sign before it: the colour of an emoji, the stroke of an ideograph. The first of several counts. */
const selector = String.raw`[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`;

/** Matches characters that are drawn as nothing, except those that the four replacements below look at. */
const invisible = new RegExp(
  String.raw`(?!${selector}|[\u061c\u200c-\u200f\u{e0000}-\u{e007f}])\p{Default_Ignorable_Code_Point}`,
  'gu',
);

const hasForms = String.raw`(?![ -~]|${selector})[\p{Emoji}\p{S}\p{Po}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}]`;
const selectors = new RegExp(`([#*0-9]\\ufe0f)(?=\\u20e3)|(${hasForms}${selector})${selector}*|${selector}`, 'gu');

/** Tags write the name of a region behind a black flag, as in the flag of Wales. Elsewhere they hide a text. */
const tags = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** Joiners make one emoji of several, and choose the forms of letters in scripts whose letters are joined. */
const joinedScripts =
  `Arabic Syriac Mandaic Nko Mongolian Adlam Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada
  Malayalam Sinhala Khmer Myanmar Balinese Javanese Sundanese Buginese Makasar Batak Rejang`.split(/\s+/);
const isJoined = String.raw`(?=[\p{L}\p{M}])[${joinedScripts.map((script) => `\\p{scx=${script}}`).join('')}]`;
const joiners = new RegExp(
  [
    String.raw`([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d)[\u200c\u200d]*(?=\p{Extended_Pictographic})`,
    `(${isJoined}\\u200c)[\\u200c\\u200d]*(?=${isJoined})`,
    `(${isJoined}\\u200d)[\\u200c\\u200d]*`,
    String.raw`[\u200c\u200d]`,
  ].join('|'),
  'gu',
);

/** Marks of direction move the signs beside letters that are written from right to left; without such letters they do nothing. */
const directionMarks = /([\u061c\u200e\u200f])[\u061c\u200e\u200f]*/g;
const rightToLeft = /(?=\p{L})[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Adlam}]/u;

/** Cleans until nothing changes: signs become one where something between them is taken out, and a joiner beside them loses its use. */
function seen(text: string): string {
  const once = seenOnce(text);
  return once === text ? text : seen(once);
}

function seenOnce(text: string): string {
  const marks = rightToLeft.test(text) ? '$1' : '';
  return text
    .replaceAll(lineBreak, '\n')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(unseen, '')
    .replaceAll(invisible, '')
    .replaceAll(tags, '$1')
    .normalize('NFC')
    .replaceAll(selectors, '$1$2')
    .replaceAll(joiners, '$1$2$3')
    .replaceAll(directionMarks, marks)
    .normalize('NFC');
}

/**
 * A text of several lines as a person sees it, trimmed and in Unicode's form C: what is invisible is taken out, but for what
 * emoji and scripts need, and every kind of line break and space becomes a plain one.
 */
export const cleanText = (text: string): string => (isPlain.test(text) ? text : seen(text)).trim();

/** One line of what was typed, in which a line break or a tab is a space. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .split(/[\t\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

/** One line of a number, an address or the name of a place, in which nothing invisible has a meaning. */
export const withoutInvisible = (text: string): string =>
  cleanLine(text)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .trim();

/** An e-mail address as accounts have it. */
export const tidyEmail = (email: string): string => withoutInvisible(email).toLowerCase();
