import { Download } from 'lucide-react';
import { classNames } from '../styles/class-names.ts';
import { buttonStyles } from './button-styles.ts';

type DownloadLinkProps = { href: string; className?: string; children: string };

/** A link to a file that the server makes. The browser stores it under the name that the server gives. */
export const DownloadLink = ({ href, className, children }: DownloadLinkProps) => (
  <a href={href} download className={classNames(buttonStyles('quiet'), className)}>
    <Download aria-hidden="true" className="size-5 shrink-0" />
    {children}
  </a>
);
