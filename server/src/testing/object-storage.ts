import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { S3Config } from '../platform/config/config-s3.ts';
import { findSignatureFault } from './object-storage-signature.ts';

type StoredObject = { bytes: Buffer; modifiedAt: Date };

/**
 * How the store fails: with an error of S3, by not answering, by closing the connection, or by half an answer; `page` is the answer of
 * something in front of the store.
 */
export type StorageFault =
  | 'SlowDown'
  | 'AccessDenied'
  | 'NoSuchBucket'
  | 'silence'
  | 'reset'
  | 'half'
  | 'stall'
  | 'page';

const statuses: Record<string, number> = {
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
};

class Refusal extends Error {}

/**
 * Object storage that speaks the part of Amazon's S3 protocol that Lapau needs (Amazon S3 API Reference, API version
 * 2006-03-01), in memory, with one bucket addressed by its path. It is as strict as the plainest stores: each request is signed
 * (Signature Version 4), and checksums, chunked bodies and access lists are unknown to it.
 */
export async function startObjectStorage() {
  const objects = new Map<string, StoredObject>();
  const sockets = new Set<Socket>();
  /** The connections of requests that get no answer. */
  const silent = new Set<Socket>();
  const requests: string[] = [];
  const state = {
    fault: undefined as StorageFault | undefined,
    /** How many requests the fault meets. */
    faults: Infinity,
    /** How far the store's clock is ahead of this machine's. */
    clockAheadMs: 0,
    /** How many objects a page of a listing has. */
    pageSize: 1_000,
  };
  const key = { accessKeyId: 'LAPAUTESTKEY', secretAccessKey: `secret/of+the tests & "more"; #1 $x 'y'` };
  const bucket = 'photos';
  const region = 'id-sumbar';
  const now = () => new Date(Date.now() + state.clockAheadMs);

  const server = createServer((request, reply) => void answer(request, reply));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {}); // clients disconnect when they have waited enough
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref(); // a process whose tests share it ends all the same

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://store.test');
    reply.setHeader('date', now().toUTCString());
    try {
      const body = await readBody(request);
      requests.push(`${request.method} ${request.url}`);
      const fault = takeFault();
      if (fault === 'silence') return void silent.add(request.socket);
      if (fault === 'reset') return void request.socket.resetAndDestroy();
      if (fault === 'page') return void reply.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found');
      if (fault && fault !== 'half' && fault !== 'stall') throw new Refusal(fault);
      refuseUnsigned(request, url, body);
      const [, name = '', ...rest] = decodeURIComponent(url.pathname).split('/');
      if (name !== bucket) throw new Refusal('NoSuchBucket');
      const found = handle(request, url, rest.join('/'), body);
      reply.writeHead(found.status, { 'content-length': found.body.length, ...found.headers });
      if (request.method === 'HEAD') return void reply.end();
      if (fault === undefined || found.body.length === 0) return void reply.end(found.body);
      reply.write(found.body.subarray(0, found.body.length / 2));
      if (fault === 'half') setImmediate(() => request.socket.destroy());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendError(request, reply, error.message);
    }
  }

  function takeFault(): StorageFault | undefined {
    if (state.faults <= 0) return undefined;
    state.faults -= 1;
    return state.fault;
  }

  function refuseUnsigned(request: IncomingMessage, url: URL, body: Buffer): void {
    const fault = findSignatureFault({ request, url, body, key, region, now: now() });
    if (fault) throw new Refusal(fault);
    const unknown = Object.keys(request.headers).some((name) =>
      /^x-amz-(checksum|sdk-checksum|trailer|decoded|acl|grant)/.test(name),
    );
    if (unknown || request.headers['content-encoding']?.includes('aws-chunked')) throw new Refusal('NotImplemented');
  }

  function handle({ method }: IncomingMessage, url: URL, name: string, body: Buffer) {
    if (name === '' && method === 'GET' && url.searchParams.get('list-type') === '2') return list(url.searchParams);
    if (name === '') throw new Refusal('NotImplemented');
    if (method === 'PUT') {
      const object = { bytes: body, modifiedAt: now() };
      objects.set(name, object);
      return { status: 200, headers: { etag: etagOf(object) }, body: Buffer.alloc(0) };
    }
    if (method === 'DELETE') {
      objects.delete(name);
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    }
    if (method !== 'GET' && method !== 'HEAD') throw new Refusal('NotImplemented');
    const object = objects.get(name);
    if (!object) throw new Refusal('NoSuchKey');
    const headers = { etag: etagOf(object), 'last-modified': object.modifiedAt.toUTCString() };
    return { status: 200, headers, body: object.bytes };
  }

  function list(query: URLSearchParams) {
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted(byBytes);
    const page = names.slice(0, Math.min(state.pageSize, Number(query.get('max-keys') ?? 1_000)));
    const last = page.at(-1) ?? '';
    const isWhole = page.length === names.length;
    const token = `<NextContinuationToken>${Buffer.from(last).toString('base64url')}</NextContinuationToken>`;
    const contents = page.map((name) => {
      const object = objects.get(name) as StoredObject;
      return `<Contents><Key>${escapeXml(name)}</Key><LastModified>${object.modifiedAt.toISOString()}</LastModified><ETag>${escapeXml(etagOf(object))}</ETag><Size>${object.bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>${!isWhole}</IsTruncated>${isWhole ? '' : token}${contents.join('')}</ListBucketResult>`;
    return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(xml) };
  }

  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config: S3Config = { bucket, region, endpoint, ...key, forcePathStyle: true, prefix: '' };
  return {
    config,
    /** The store as variables of the environment. */
    environment: {
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
    /** The objects by their names, the prefix included. */
    objects,
    /** Method and address of every request so far. */
    requests,
    state,
    /** Fails this many requests from now on. */
    fail: (fault: StorageFault, times = Infinity) => Object.assign(state, { fault, faults: times }),
    /** Serves again, and closes the connections on which it was silent. */
    heal: () => {
      Object.assign(state, { fault: undefined, clockAheadMs: 0 });
      for (const socket of silent) socket.destroy();
      silent.clear();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function sendError(request: IncomingMessage, reply: ServerResponse, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>The store says ${code}.</Message><Resource>${escapeXml(request.url ?? '')}</Resource><RequestId>4442587FB7D0A2F9</RequestId></Error>`;
  // a failed HEAD has no body, and so no code (API Reference, HeadObject)
  const body = request.method === 'HEAD' ? '' : xml;
  reply.writeHead(statuses[code] ?? 400, { 'content-type': 'application/xml' }).end(body);
}

const etagOf = ({ bytes }: StoredObject): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
