import { createHash } from 'node:crypto';

/**
 * The stored form of a session token, in hex: whoever reads the database or a backup cannot sign in with it. One round of
 * SHA-256 is enough, because a token has more than 128 bits of entropy (OWASP ASVS 5.0 section 7.2).
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
