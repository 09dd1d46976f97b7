import type { FastifyInstance } from 'fastify';

/** The app's id in Android, as in native/android/app/build.gradle. */
const appId = 'id.lapau.app';

/**
 * Serves the file by which Android knows which app may open the site's links, and with whose signature.
 * @param fingerprints SHA-256 of the certificates that the app is signed with
 */
export function mountAssetLinks(app: FastifyInstance, fingerprints: string[]): void {
  const target = { namespace: 'android_app', package_name: appId, sha256_cert_fingerprints: fingerprints };
  const statements =
    fingerprints.length === 0 ? [] : [{ relation: ['delegate_permission/common.handle_all_urls'], target }];
  app.get('/.well-known/assetlinks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(statements),
  );
}
