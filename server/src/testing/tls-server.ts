import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The authority that signs `certificate`; nobody trusts it by default. */
export const authority = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT2gAwIBAgIUUvJ4As7jfRQQKWUIx9zhG+PS2/8wCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVYW4gYXV0aG9yaXR5IG9mIHRlc3RzMCAXDTI2MTEyNjE2MjE1
NVoYDzIxMjYxMTAyMTYyMTU1WjAgMR4wHAYDVQQDDBVhbiBhdXRob3JpdHkgb2Yg
dGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATl1NUQDVkNkNKjoSW2Ux2s
sN+KiBHlbDAkL29GJybIzAnPF5RuB2zocBwIBYsmVnErwG88xSp3zlZST/8PhHxZ
o1MwUTAdBgNVHQ4EFgQU44UGU/bW3lfq/TtYjawDOP7qfoUwHwYDVR0jBBgwFoAU
44UGU/bW3lfq/TtYjawDOP7qfoUwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AgNJADBGAiEA+AugaPujuJhcBlY2iD3rpNaDaRaHOBgbgQh5p9uNMb4CIQC8SPDV
xYVEHKg+L4n+Ovr2IDFYV1XC3zYbkoCbKAbIaA==
-----END CERTIFICATE-----`;

/** The server's certificate, for the name 127.0.0.1. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBizCCATGgAwIBAgIUaXFuw0G8uOKso91MVo2hMqFQe0MwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVYW4gYXV0aG9yaXR5IG9mIHRlc3RzMCAXDTI2MTEyNjE2MjE1
NVoYDzIxMjYxMTAyMTYyMTU1WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATuyMPHtWDFJ2pjIPNRwf9/X0gLhSWEgZlRo+NN
iFeIYCYfQ1djrHF5l7eApLJT0KlckBWoGrWReaPW6u3tJ4sqo1MwUTAPBgNVHREE
CDAGhwR/AAABMB0GA1UdDgQWBBRP1gc8N/n6t6xz7L+F2VHNGNL9LDAfBgNVHSME
GDAWgBTjhQZT9tbeV+r9O1iNrAM4/up+hTAKBggqhkjOPQQDAgNIADBFAiBNQHvE
MXoKAC1UMm98XBtjCPZleZrVRpPKhr/FZJLNRgIhALakODfrsOGA7BeWRg603aiL
FPHffkFQ5cta4wrv5DHx
-----END CERTIFICATE-----`;

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt5uwKTg3cOYxAMiZ
Pim8rhnEeJKTyc2E1yRkA7ygz06hRANCAATuyMPHtWDFJ2pjIPNRwf9/X0gLhSWE
gZlRo+NNiFeIYCYfQ1djrHF5l7eApLJT0KlckBWoGrWReaPW6u3tJ4sq
-----END PRIVATE KEY-----`;

const tlsHandshake = 0x16;

/**
 * A server on 127.0.0.1 that talks TLS, at once or when PostgreSQL's SSLRequest asks for it, and then closes the connection. It counts
 * the clients that trust the authority.
 */
export async function startTlsServer() {
  const state = { trusted: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {}); // a client that does not trust it disconnects
    socket.once('data', (first) => {
      socket.pause();
      if (first[0] === tlsHandshake) socket.unshift(first);
      else socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, key, cert: certificate });
      secured.on('error', () => {});
      secured.once('secure', () => {
        state.trusted += 1;
        secured.end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
