import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The authority that signs `certificate`; nobody trusts it by default. */
export const authority = `-----BEGIN CERTIFICATE-----
MIIBlzCCAT2gAwIBAgIUYatUaHyCweN6y0cJJhQ54T7/xmowCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVYW4gYXV0aG9yaXR5IG9mIHRlc3RzMCAXDTI2MTEyODEwMjMz
MloYDzIxMjYxMTA0MTAyMzMyWjAgMR4wHAYDVQQDDBVhbiBhdXRob3JpdHkgb2Yg
dGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATxCZOO/m8DRgdQDWyVNAtp
P8r8zQ3AccIzLI7y8ufQWZiz9F83LKSmT3thXeAnZ+i0tVwNaBqq+fMDgTAZbujm
o1MwUTAdBgNVHQ4EFgQU1maLTgTKpdbvKjYlQD5Zwp6B82MwHwYDVR0jBBgwFoAU
1maLTgTKpdbvKjYlQD5Zwp6B82MwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AgNIADBFAiEAlbpAyGuSMH+mF4EsK6J6MVXJuLjd+mY550Ehu41XyscCIGaMOGdh
fD4nHx98qabbNpGtnCP7rq1EnA79ioFG8B3m
-----END CERTIFICATE-----`;

/** The server's certificate, for 127.0.0.1 and for 0.0.0.0, which leads to this machine as well. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBkTCCATegAwIBAgIUCpv+LYxDoRHD6TthcA59GZDW5yAwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVYW4gYXV0aG9yaXR5IG9mIHRlc3RzMCAXDTI2MTEyODEwMjMz
M1oYDzIxMjYxMTA0MTAyMzMzWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATX2+RPhNACV0WEy7D5sJ/C12KQjzlJNGYLbBQU
I25Q5LGSrqDQ4WjD1wM4IX2pJTpougXujQNhmrEhxpgl9cEio1kwVzAVBgNVHREE
DjAMhwR/AAABhwQAAAAAMB0GA1UdDgQWBBSgXWInFlqwN3diq3sIi4drVrkLozAf
BgNVHSMEGDAWgBTWZotOBMql1u8qNiVAPlnCnoHzYzAKBggqhkjOPQQDAgNIADBF
AiBi1uRL4hMOAQ2/ll5XRaeooiHhSR9A9dHKKgpHk2i6iQIhAN+3YefAAiLdyaQo
g4VBqQktPvkOR7oRF3istePpHdam
-----END CERTIFICATE-----`;

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgslvh00wbEdyEBVcN
2wj3srGpb7sKsTe/ZT6QVI7tI+ShRANCAATX2+RPhNACV0WEy7D5sJ/C12KQjzlJ
NGYLbBQUI25Q5LGSrqDQ4WjD1wM4IX2pJTpougXujQNhmrEhxpgl9cEi
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
