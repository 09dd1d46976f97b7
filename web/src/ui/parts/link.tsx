import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string;
  /** The target's `location.state`. */
  state?: unknown;
};

/** A link inside the app. The router's own component includes its framework's prefetching: 2 kB in every first load. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { state });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
