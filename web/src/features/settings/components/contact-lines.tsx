import { linesOf, splitContactLine } from '../../../lib/format/contact-links.ts';
import { classNames } from '../../../ui/styles/class-names.ts';

type ContactLinesProps = {
  /** The setting contact_info. */
  text: string;
  /** The text with which a WhatsApp chat starts. */
  greeting: string;
};

/** The ways to reach the admins: addresses and numbers are links. */
export function ContactLines({ text, greeting }: ContactLinesProps) {
  return (
    <ul>
      {linesOf(text).map((line) => {
        const parts = splitContactLine(line, greeting);
        return (
          // A link has its own padding, and its focus ring lies beyond the line.
          <li
            key={line}
            dir="auto"
            className={classNames('[overflow-clip-margin:5px]', parts.every(({ href }) => href === null) && 'py-2.5')}
          >
            {parts.map(({ text: part, href, start }) =>
              href === null ? (
                part
              ) : (
                <a
                  key={start}
                  href={href}
                  target={href.startsWith('https:') ? '_blank' : undefined}
                  rel="noopener noreferrer"
                  className="inline-block py-2.5 underline underline-offset-4 active:opacity-70"
                >
                  {part}
                </a>
              ),
            )}
          </li>
        );
      })}
    </ul>
  );
}
