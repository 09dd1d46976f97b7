/** The route of all pages, whatever their address. */
export const pagesRoute = '/*';

/** The paths that are no pages of the app. */
export const serverPaths =
  /^\/(?:rpc|auth|storage|previews|export|assets|realtime|metrics|healthz|readyz|openapi\.json|boot\.json|shell|manifest\.webmanifest|worker\.js)(?:\/|$|\?)/;

/**
 * Reads a request's target without the scheme and host that a client may write there (RFC 9112, section 3.2.2). In the path of a page
 * a % that begins no escape stands for itself: chats make it part of a link when it is written behind an address.
 */
export function targetOf(written: string): string {
  const target = written.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  if (!target.includes('%') || serverPaths.test(target)) return target;
  return target.replace(/^[^?]*/, (path) => (isDecodable(path) ? path : path.replaceAll('%', '%25')));
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
