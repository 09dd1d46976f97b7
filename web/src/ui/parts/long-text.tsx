import { useState } from 'react';
import { collapseText } from './collapse-text.ts';

/** Ids of expanded texts: a card is unmounted while it is off the screen, and its height must not change. */
const expandedIds = new Set<string>();

type LongTextProps = {
  /** The id of what the text belongs to. */
  id: string;
  text: string;
  /** How much of a long text is shown at first, where it is not as much as on a card. */
  shown?: Parameters<typeof collapseText>[1];
};

/** A text of several lines, collapsed when it is long. */
export function LongText({ id, text, shown }: LongTextProps) {
  const [isExpanded, setIsExpanded] = useState(() => expandedIds.has(id));
  const collapsed = collapseText(text, shown);
  if (text === '') return null;

  function toggle() {
    if (isExpanded) expandedIds.delete(id);
    else expandedIds.add(id);
    setIsExpanded(!isExpanded);
  }
  return (
    <div>
      <p dir="auto" className="whitespace-pre-line text-text/90">
        {collapsed === null || isExpanded ? text : `${collapsed}…`}
      </p>
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
