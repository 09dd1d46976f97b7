/** URLSearchParams is a global of browsers and Node; it is declared here, as this package compiles without the type libraries of either. */
declare const URLSearchParams: new (text: string) => { get: (name: string) => string | null };

type Place = {
  pathname: string;
  search: string;
};

/** Where /login sends a person who has signed in: only ever a path of this app, else the feed. */
export function returnPath(search: string): string {
  const path = new URLSearchParams(search).get('next') ?? '/';
  // '//host' and '/\host' leave the app, and browsers drop tabs and line breaks before they look.
  // oxlint-disable-next-line no-control-regex
  return /^\/(?![/\\])[^\u0000-\u001f]*$/.test(path) ? path : '/';
}

/** /login with the path to return to. */
export function loginPath({ pathname, search }: Place): string {
  const path = pathname + search;
  return path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`;
}
