import { createECDH } from 'node:crypto';

/** The keys that sign pushes as this server's (RFC 8292), as base64url, and the address that push services write to about it. */
export type VapidKeys = { subject: string; publicKey: string; privateKey: string };

/** Computes the public key of a private one, both as base64url. */
export function vapidPublicKey(privateKey: string): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return ecdh.getPublicKey().toString('base64url');
}
