import { hasVisibleCharacter } from '@lapau/contract/text-checks';
import { CopyButton } from './copy-button.tsx';

/** A text that somebody has typed about something that is gone, or decided: to be read and copied. An empty text shows nothing. */
export function TypedText({ text }: { text: string }) {
  if (!hasVisibleCharacter(text)) return null;
  return (
    <figure className="grid justify-items-start gap-2">
      <figcaption className="text-small text-muted">Yang Anda tulis</figcaption>
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </blockquote>
      <CopyButton text={text} />
    </figure>
  );
}
