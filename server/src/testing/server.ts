import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { openPlatform } from '../platform/platform.ts';
import { withDatabase } from './global-setup.ts';
import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import type { ErrorEnvelope } from '@lapau/contract/errors';
import type { AddressInfo } from 'node:net';
import type { Config, RateLimits } from '../platform/config.ts';
import type { Db } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';

/** Whoever a request is made as: what the builders return. */
export type Credential = { token: string };

export type TestServer = {
  url: string;
  platform: Platform;
  db: Db;
  /** Makes a call as somebody, or signed out. A refusal rejects with a Refusal. */
  call: <Name extends CallName>(name: Name, input: CallInput<Name>, as?: Credential) => Promise<CallOutput<Name>>;
  /** Any request to this server, as somebody if `as` is given. */
  request: (route: string, init?: RequestInit, as?: Credential) => Promise<Response>;
};

/** A failed call, with what the caller was told. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string> | undefined;

  constructor(status: number, envelope: ErrorEnvelope) {
    super(`${status} ${envelope.code}`);
    this.status = status;
    this.code = envelope.code;
    this.details = envelope.details;
  }
}

const roomy: RateLimits = {
  readsPerMember: 1e6,
  writesPerMember: 1e6,
  callsPerAddress: 1e6,
  signInsPerAccountAndAddress: 1e6,
  signInsPerAddress: 1e6,
  mailsPerAccount: 1e6,
  uploadsPerMemberAndDay: 1e6,
};

/** A whole Lapau on a database and a data folder of its own, gone after the test file. Limits are roomy unless given. */
export async function startTestServer(
  overrides: Partial<Omit<Config, 'rateLimits'>> & { rateLimits?: Partial<RateLimits> } = {},
): Promise<TestServer> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await maintain(`create database ${name} template lapau_template`);
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-test-'));
  const config: Config = {
    ...readConfig({}, 'start'),
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://lapau.test',
    dataFolder,
    logLevel: 'fatal',
    ...overrides,
    rateLimits: { ...roomy, ...overrides.rateLimits },
  };
  const platform = await openPlatform(config, createLog(config.logLevel), withDatabase(inject('engineUrl'), name));
  const app = await createApp(platform, { checkAnswers: true });
  await app.listen({ host: config.host, port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const request: TestServer['request'] = (route, init = {}, as) =>
    fetch(url + route, { redirect: 'manual', ...init, headers: { ...init.headers, ...(as && { authorization: `Bearer ${as.token}` }) } });

  afterAll(async () => {
    await app.close();
    await platform.close();
    await maintain(`drop database ${name} with (force)`);
    await rm(dataFolder, { recursive: true, force: true });
  });

  return {
    url,
    platform,
    db: platform.database.db,
    request,
    call: async (callName, input, as) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
      const response = await request(`/rpc/${callName}`, init, as);
      const body = await response.json();
      if (!response.ok) throw new Refusal(response.status, body as ErrorEnvelope);
      return body as never;
    },
  };
}

async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('engineUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
