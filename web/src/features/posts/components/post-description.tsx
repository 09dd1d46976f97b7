import { useState } from 'react';
import { collapseText } from './collapse-text.ts';

/** Ids of posts whose text is expanded: a card is unmounted while it is off the screen, and its height must not change. */
const expandedIds = new Set<string>();

/** A post's description, collapsed when it is long. */
export function PostDescription({ postId, text }: { postId: string; text: string }) {
  const [isExpanded, setIsExpanded] = useState(() => expandedIds.has(postId));
  const collapsed = collapseText(text);
  if (text === '') return null;

  function toggle() {
    if (isExpanded) expandedIds.delete(postId);
    else expandedIds.add(postId);
    setIsExpanded(!isExpanded);
  }
  return (
    <div>
      <p className="whitespace-pre-line text-text/90">{collapsed === null || isExpanded ? text : `${collapsed}…`}</p>
      {collapsed !== null && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={toggle}
          className="-mx-2 -mb-2 min-h-11 rounded-small px-2 text-small font-semibold text-muted active:opacity-70"
        >
          {isExpanded ? 'Lebih sedikit' : 'Selengkapnya'}
        </button>
      )}
    </div>
  );
}
