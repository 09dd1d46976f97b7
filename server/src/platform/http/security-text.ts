import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';

const dayMs = 86_400_000;
/** Days until the text expires: RFC 9116 wants less than a year. It is made anew for each request, so it never expires while Lapau runs. */
const validDays = 180;
const path = '/.well-known/security.txt';

/** Makes the text of RFC 9116 that names the person to tell of a vulnerability. */
function securityText(contact: string, publicUrl: string): string {
  const expires = new Date((Math.floor(Date.now() / dayMs) + validDays) * dayMs);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: id, en',
    // RFC 9116 allows no address of http
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
    '',
  ].join('\n');
}

/** Serves the contact for vulnerabilities. Without a contact there is no such file, as a wrong one would be worse than none. */
export function mountSecurityText(
  app: FastifyInstance,
  { publicUrl, config }: { publicUrl: string; config: { securityContact: string | undefined } },
): void {
  app.get(path, async (_request, reply) => {
    const { securityContact } = config;
    if (securityContact === undefined) throw new AppError('unknown_call');
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(securityText(securityContact, publicUrl));
  });
}
