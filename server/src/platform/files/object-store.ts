import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import type { S3Config } from '../config/config-s3.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { Unavailable, untrustedCertificate } from '../errors/unavailable.ts';
import type { Log } from '../log/log.ts';
import type { FileStore, StoredFile } from './store.ts';
import { waitForAll } from './wait-for-all.ts';

/**
 * How long a call may take with all its tries: less than a transaction may be idle (session-settings.ts), so that the transaction
 * still holds its lock on the file when the call ends.
 */
const callMs = 7_000;
/** The pauses between tries are 0.1, 0.2, 0.4 and 0.8 seconds. */
const longestPauseMs = 800;
const removedAtOnce = 16;

/**
 * Opens the files in a bucket of S3 or of another store that speaks its protocol. An object is put by one request, and is there whole
 * or not at all. Only the plainest requests are made, without checksums, access lists or bulk deletions, which some stores do not
 * know.
 * @throws StartRefused when the store answers and refuses; a store that does not answer is logged, and each call asks it again
 */
export async function openObjectStore(config: S3Config, log: Log): Promise<FileStore> {
  const { bucket: Bucket, prefix } = config;
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // `call` tries again by itself, as it knows when it is too late.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2_000 },
  });
  const object = (bucket: string, name: string) => ({ Bucket, Key: `${prefix}${bucket}/${name}` });
  const listPage = (Prefix: string, more: { MaxKeys?: number; ContinuationToken?: string | undefined }) =>
    call((abortSignal) => client.send(new ListObjectsV2Command({ Bucket, Prefix, ...more }), { abortSignal }));
  try {
    await listPage(prefix, { MaxKeys: 1 });
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.isRefusal) {
      client.destroy();
      throw refusal(error);
    }
    log.warn({ reason: error.message }, 'the object storage gives no answer; photos are shown and taken once it does');
  }
  return {
    put: async (bucket, name, bytes) => {
      const put = { ...object(bucket, name), Body: bytes };
      await call((abortSignal) => client.send(new PutObjectCommand(put), { abortSignal }));
    },
    find: (bucket, name) =>
      unlessMissing(async (abortSignal) =>
        describe(await client.send(new HeadObjectCommand(object(bucket, name)), { abortSignal })),
      ),
    read: (bucket, name) =>
      unlessMissing(async (abortSignal) => {
        const answer = await client.send(new GetObjectCommand(object(bucket, name)), { abortSignal });
        const content = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
        return { ...describe(answer), content };
      }),
    remove: (bucket, names) =>
      removeAll(names, (name, abortSignal) =>
        client.send(new DeleteObjectCommand(object(bucket, name)), { abortSignal }),
      ),
    list: async function* list(bucket) {
      const start = `${prefix}${bucket}/`;
      for (let ContinuationToken: string | undefined; ;) {
        const page = await listPage(start, { ContinuationToken });
        // Consoles that show folders make an object with the name of the folder itself, which is no file.
        yield (page.Contents ?? []).flatMap(({ Key = start }) => (Key === start ? [] : [Key.slice(start.length)]));
        ContinuationToken = page.NextContinuationToken;
        if (ContinuationToken === undefined) return;
      }
    },
    close: () => client.destroy(),
  };
}

function describe({
  ETag,
  LastModified,
  ContentLength = 0,
}: HeadObjectCommandOutput | GetObjectCommandOutput): StoredFile {
  const modifiedAt = LastModified ?? new Date(0);
  return { etag: ETag ?? `W/"${ContentLength}-${modifiedAt.getTime()}"`, modifiedAt, bytes: ContentLength };
}

/** Removes several files at a time. After a failure no further removal is begun. */
async function removeAll(
  names: string[],
  remove: (name: string, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const waiting = [...names];
  const signal = AbortSignal.timeout(callMs);
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const one = name;
      try {
        // Some stores answer 404 when there is no such object.
        await unlessMissing(() => remove(one, signal), signal);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  await waitForAll(Array.from({ length: removedAtOnce }, work));
}

/** An error of the AWS SDK: with a status it is the store's answer, without one the store was not reached. */
type SdkError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** Whether an object is missing; the error of a missing bucket has another name. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

async function unlessMissing<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  until?: AbortSignal,
): Promise<Result | undefined> {
  try {
    return await call(send, until);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Makes a request, and makes it again after a failure that may pass.
 * @param signal ends it with all its tries
 * @throws Unavailable for every failure, because all requests are alike, so that no refusal is the fault of a person; an error of
 *   `isMissing` as it is
 */
async function call<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  signal = AbortSignal.timeout(callMs),
): Promise<Result> {
  for (let pauseMs = 100; ; pauseMs *= 2) {
    try {
      return await send(signal);
    } catch (error) {
      if (!(error instanceof Error) || isMissing(error)) throw error;
      if (signal.aborted || pauseMs > longestPauseMs || !mayPass(error)) throw new StoreFailure(error, signal.aborted);
    }
    await delay(pauseMs * (0.5 + Math.random() / 2));
  }
}

/** Whether a failure may pass. One for a wrong clock does, as the library has then taken over the store's clock. */
const mayPass = (error: SdkError): boolean => {
  const status = error.$metadata?.httpStatusCode;
  return (
    status === undefined ||
    status >= 500 ||
    status === 429 ||
    ['RequestTimeout', 'RequestTimeTooSkewed'].includes(error.name)
  );
};

/** A failure of the store. It has no `cause`, because the library's errors hold the whole request, signature included. */
class StoreFailure extends Unavailable {
  /** Whether only an operator can correct it: the bucket, its region, the key or its rights, the certificate. */
  readonly isRefusal: boolean;

  constructor(error: SdkError, isLate: boolean) {
    const status = error.$metadata?.httpStatusCode;
    const what = status === undefined ? [error.code] : [status, error.name];
    const unsaid = what.filter((word) => word !== undefined && !error.message.includes(`${word}`));
    const said = isLate ? [`no answer in ${callMs / 1_000} s`] : [...unsaid, error.message];
    super(['object storage:', ...said].join(' '));
    this.isRefusal =
      status === undefined
        ? untrustedCertificate.test(String(error.code))
        : status >= 300 && status < 500 && !mayPass(error);
  }
}

const refusal = ({ message }: StoreFailure): StartRefused =>
  new StartRefused(
    `Lapau is refused by the ${message}\n` +
      'Check S3_BUCKET, S3_REGION, S3_ENDPOINT, and that the key may list, read, write and delete in the bucket.',
  );
