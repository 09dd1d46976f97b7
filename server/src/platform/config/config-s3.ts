import { z } from 'zod';
import { StartRefused } from '../errors/start-refused.ts';

/** Where uploaded files are when they are not in the data folder. */
export type S3Config = {
  bucket: string;
  region: string;
  /** The address of a store other than Amazon's. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name is in the path and not in the host name. */
  forcePathStyle: boolean;
  /** The beginning of all objects' names: it is empty or ends with a slash. */
  prefix: string;
};

/** The variables of object storage, as the environment has them. */
export const s3Variables = {
  S3_BUCKET: z.string().regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, { error: 'must be the name of a bucket' }),
  S3_REGION: z.string().regex(/^[\w-]{1,60}$/, { error: 'must be the name of a region' }),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a URL, such as https://objects.example' }),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false'], { error: 'must be true or false' }),
  S3_PREFIX: z.string().regex(/^[\w-]+(\/[\w-]+)*\/?$/, { error: 'must be a path, such as lapau or apps/lapau' }),
};

type Variables = { [Name in keyof typeof s3Variables]?: string | undefined };

/**
 * @returns undefined when no variable is set, so that files are in the data folder
 * @throws StartRefused when some are set and others are missing: a typing error would otherwise put the files elsewhere
 */
export function readS3Config(env: Variables): S3Config | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (Object.keys(s3Variables).every((name) => env[name as keyof Variables] === undefined)) return undefined;
  // Stores other than Amazon's take any region.
  const S3_REGION = env.S3_REGION ?? (S3_ENDPOINT === undefined ? undefined : 'us-east-1');
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY || !S3_REGION) {
    const needed = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION };
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
    throw new StartRefused(
      `Wrong configuration:\n  ${missing.join(' and ')} must be set when another S3_ variable is; without any, files are in LAPAU_DATA`,
    );
  }
  const prefix = env.S3_PREFIX?.replace(/\/$/, '');
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle:
      env.S3_FORCE_PATH_STYLE === undefined ? S3_ENDPOINT !== undefined : env.S3_FORCE_PATH_STYLE === 'true',
    prefix: prefix === undefined ? '' : `${prefix}/`,
  };
}
