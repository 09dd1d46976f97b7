import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A POST, or a GET where there is no body. */
export type LoadRequest = { path: string; cookie?: string; body?: unknown };

/** Requests, how many of them a second, and their latencies in milliseconds. */
export type Load = { requests: number; rate: number; p50: number; p99: number };

export type LoadOptions = {
  connections: number;
  seconds: number;
  acceptEncoding?: string;
  /** The most requests a second; without it they are sent as fast as they are answered. */
  perSecond?: number;
};

const script = path.join(import.meta.dirname, 'requests.lua');

/**
 * Sends the requests, one after another on each connection.
 * @throws when any of them fails
 */
export async function load(
  url: string,
  requests: LoadRequest[],
  { connections, seconds, acceptEncoding, perSecond }: LoadOptions,
): Promise<Load> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-requests-'));
  try {
    const file = path.join(folder, 'requests');
    const lines = requests.map((request) =>
      [request.path, request.cookie ?? '', JSON.stringify(request.body) ?? ''].join('\t'),
    );
    await writeFile(file, `${lines.join('\n')}\n`);
    const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '30s', '-s', script];
    const { stdout } = await promisify(execFile)('wrk', [
      ...options,
      url,
      '--',
      file,
      acceptEncoding ?? '',
      perSecond ? String((1000 * connections) / perSecond) : '',
    ]);
    return read(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function read(output: string): Load {
  const line = output.trim().split('\n').at(-1) ?? '';
  const figures = JSON.parse(line) as Record<'requests' | 'microseconds' | 'p50' | 'p99' | 'failed', number>;
  if (figures.failed > 0 || figures.requests === 0) {
    throw new Error(`${figures.failed} of ${figures.requests} requests failed:\n${output}`);
  }
  return {
    requests: figures.requests,
    rate: (figures.requests / figures.microseconds) * 1e6,
    p50: figures.p50 / 1_000,
    p99: figures.p99 / 1_000,
  };
}

/**
 * Makes one of the requests and answers its body as it came.
 * @throws when it is refused
 */
export async function send(url: string, { path: route, cookie, body }: LoadRequest): Promise<string> {
  const response = await fetch(url + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`);
  return text;
}
