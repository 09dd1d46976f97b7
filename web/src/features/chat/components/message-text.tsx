import { splitLinks } from '../../../lib/format/links.ts';

/** A message's text, in which addresses of pages can be tapped. */
export const MessageText = ({ text }: { text: string }) => (
  // The bubble is the text's box: a finger finds a link above and below the line.
  <p dir="auto" className="overflow-visible whitespace-pre-wrap">
    {splitLinks(text).map(({ text: part, start, href }) =>
      href === null ? (
        part
      ) : (
        <a
          key={start}
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          // The padding makes the link high enough for a finger, and no line higher.
          className="py-3.25 underline underline-offset-4 active:opacity-70"
        >
          {part}
        </a>
      ),
    )}
  </p>
);
