import { useEffect } from 'react';
import { setScreenTitle } from '../../lib/screen/page-title.ts';

type HeadingProps = {
  children: string;
  /** The title in the browser's tab and history, if it differs, such as the dish's name. */
  pageTitle?: string | undefined;
  /** The classes; without any the heading is for screen readers only. */
  className?: string;
};

/** A screen's only h1, which titles the page too. */
export function Heading({ children, pageTitle = children, className = 'sr-only' }: HeadingProps) {
  useEffect(() => setScreenTitle(pageTitle), [pageTitle]);
  return (
    <h1 dir="auto" className={className}>
      {children}
    </h1>
  );
}
