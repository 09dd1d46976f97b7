import { useEffect, useEffectEvent, useState } from 'react';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { TypedText } from '../../../ui/overlays/typed-text.tsx';
import { loadDraft } from './device-draft.ts';
import { postFields } from './post-schema.ts';

type LeftEditProps = {
  /** The name of the post's draft on the device. */
  draftName: string;
  backTo: string;
  /** Called when there is no draft, as nothing was changed. */
  onNothing: () => void;
};

/** The text that somebody has typed into the form of a post that is gone. */
export function LeftEdit({ draftName, backTo, onNothing }: LeftEditProps) {
  const [text, setText] = useState('');
  const leave = useEffectEvent(onNothing);
  useEffect(() => {
    let isStale = false;
    void loadDraft(draftName).then((draft) => {
      if (isStale) return;
      if (draft)
        setText(
          postFields
            .map((field) => draft.texts[field].trim())
            .filter(Boolean)
            .join('\n'),
        );
      else leave();
    });
    return () => {
      isStale = true;
    };
  }, [draftName]);
  return (
    <div className="grid justify-items-start gap-5">
      {/* Many screen readers are silent about a live region that comes with its text. */}
      <p role="status">
        {text && 'Postingan ini sudah tidak ada, jadi tidak bisa diubah lagi. Yang Anda tulis bisa disalin.'}
      </p>
      <TypedText text={text} />
      {text && <LinkButton to={backTo}>Kembali</LinkButton>}
    </div>
  );
}
