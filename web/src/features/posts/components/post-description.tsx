import { useState } from 'react';
import { foldText } from './fold-text.ts';

/** Posts whose text the reader has opened: one that left the screen comes back as it was. */
const opened = new Set<string>();

/** What the seller wrote, long texts folded. */
export function PostDescription({ postId, text }: { postId: string; text: string }) {
  const [isOpen, setIsOpen] = useState(() => opened.has(postId));
  const folded = foldText(text);
  if (text === '') return null;

  function toggle() {
    if (isOpen) opened.delete(postId);
    else opened.add(postId);
    setIsOpen(!isOpen);
  }
  return (
    <div>
      <p className="whitespace-pre-line text-text/90">{folded === null || isOpen ? text : `${folded}…`}</p>
      {folded !== null && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="-mx-2 -mb-2 min-h-11 rounded-small px-2 text-small font-semibold text-muted active:opacity-70"
        >
          {isOpen ? 'Lebih sedikit' : 'Selengkapnya'}
        </button>
      )}
    </div>
  );
}
