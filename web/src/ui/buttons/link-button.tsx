import type { ReactNode } from 'react';
import { Link } from '../parts/link.tsx';
import { classNames } from '../styles/class-names.ts';
import { buttonStyles } from './button-styles.ts';
import type { ButtonVariant } from './button-styles.ts';

type LinkButtonProps = {
  variant?: ButtonVariant;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A link inside the app that looks like a button. */
export function LinkButton({ to, variant = 'primary', icon, className, children }: LinkButtonProps & { to: string }) {
  return (
    <Link to={to} className={classNames(buttonStyles(variant), className)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

/** A link out of the app (`https:`, `tel:`) that looks like a button; disabled without an address. */
export function ExternalLinkButton({
  href,
  variant = 'quiet',
  icon,
  className,
  children,
}: LinkButtonProps & { href: string | null }) {
  const content = (
    <>
      {icon}
      <span>{children}</span>
    </>
  );
  if (href === null) {
    return (
      <button type="button" disabled className={classNames(buttonStyles(variant), className)}>
        {content}
      </button>
    );
  }
  const isPage = /^https?:/.test(href);
  return (
    <a
      href={href}
      target={isPage ? '_blank' : undefined}
      rel="noopener noreferrer"
      className={classNames(buttonStyles(variant), className)}
    >
      {content}
    </a>
  );
}
