import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/**
 * Trusts further authorities in all TLS of this process (fetch, mail, database, object storage, Valkey), as Node does by itself with
 * NODE_EXTRA_CA_CERTS when that is set before it starts.
 * @returns a sentence that says why the file has none; undefined when all is well. Node also goes on without them
 */
export function trustCertificatesOf(file: string): string | undefined {
  try {
    const certificates = readFileSync(file, 'latin1').match(
      /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs,
    );
    if (!certificates) throw new Error('no certificate in PEM is in it');
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...certificates]);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `NODE_EXTRA_CA_CERTS must name a file of certificates that can be read, and ${file} is none: ${reason}.`;
  }
}
