import { useEffect } from 'react';
import { setScreenTitle } from '../../lib/screen/page-title.ts';

type HeadingProps = {
  children: string;
  /** What the browser's tab and history say instead, such as the dish's name. */
  pageTitle?: string | undefined;
  /** Without one it is for screen readers only. */
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
