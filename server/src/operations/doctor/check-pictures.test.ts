import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errors } from '@lapau/contract/errors';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { programFolder } from '../../platform/process/program-folder.ts';
import { buildSeller } from '../../testing/builders.ts';
import { createClient } from '../../testing/client.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { checkPictures } from './check-pictures.ts';
import type { Finding } from './finding.ts';

const server = await startTestServer();

/** This program, installed without the binary of its decoder, or with one that is not for this machine. */
function installWithout(binary: 'missing' | 'of another machine'): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['package.json', 'server', 'contract', 'embedded-postgres', 'demo'])
    cpSync(path.join(programFolder, part), path.join(folder, part), {
      recursive: true,
      filter: (name) => path.basename(name) !== 'node_modules',
    });
  const packages = path.join(programFolder, 'node_modules');
  const installed = path.join(folder, 'node_modules');
  mkdirSync(path.join(installed, '@lapau'), { recursive: true });
  for (const name of readdirSync(packages))
    if (!['@lapau', '@img', 'sharp'].includes(name)) symlinkSync(path.join(packages, name), path.join(installed, name));
  for (const name of readdirSync(path.join(packages, '@lapau')))
    symlinkSync(path.join(folder, name), path.join(installed, '@lapau', name));
  cpSync(path.join(packages, 'sharp'), path.join(installed, 'sharp'), { recursive: true });
  mkdirSync(path.join(installed, '@img'));
  for (const name of readdirSync(path.join(packages, '@img')))
    if (!name.startsWith('sharp-')) symlinkSync(path.join(packages, '@img', name), path.join(installed, '@img', name));
    else if (binary === 'of another machine') {
      mkdirSync(path.join(installed, '@img', name), { recursive: true });
      writeFileSync(path.join(installed, '@img', name, 'sharp.node'), '\x7fELF of another machine');
    }
  return path.join(folder, 'server/src/cli/lapau.ts');
}

/** A program that runs doctor, with time for a machine that may stand still. */
const examining = (program: string) =>
  `const { examine } = await import(${JSON.stringify(path.join(program, '../../operations/doctor/examine.ts'))});
  process.stdout.write(JSON.stringify({ findings: await examine(process.env, 60_000) }), () => process.exit());`;

test('what people upload can be prepared', async () => {
  expect(await checkPictures(createLog('silent'))).toEqual({
    check: 'pictures',
    state: 'ok',
    text: 'JPEG, PNG, GIF, WebP, HEIC, AVIF, SVG can be prepared',
  });
});

test.each([
  ['missing', 'Could not load the "sharp" module'],
  ['of another machine', 'ERR_DLOPEN_FAILED'],
] as const)(
  'a decoder whose binary is %s is told by doctor, by the start, and to whoever uploads',
  async (binary, reason) => {
    const program = installWithout(binary);
    const port = await findFreePort();
    const env = {
      LAPAU_DATA: server.platform.config.dataFolder,
      DATABASE_URL: server.databaseUrl,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    const started = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void started.kill('SIGKILL'));
    let log = '';
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (log += text));
    await expect.poll(() => log, { timeout: 120_000 }).toMatch(/"level":40.*no photo can be prepared/);
    const [said = ''] = /.*no photo can be prepared.*/.exec(log) ?? [];
    expect((JSON.parse(said) as { msg: string }).msg).toMatch(
      new RegExp(`^no photo can be prepared, so each upload is refused: .*${reason}.*\\. Install Lapau again`),
    );
    expect(log).not.toContain('Possible solutions');

    const seller = await buildSeller(server);
    const png = await plainPicture().png().toBuffer();
    const answer = await uploadTo(createClient(env.PUBLIC_URL), `posts/${seller.id}`, png, seller);
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'photos_unavailable', message: errors.photos_unavailable[1] },
    });
    expect(errors.photos_unavailable[1]).not.toContain('Coba lagi');

    const doctor = spawn(process.execPath, ['--input-type=module', '--eval', examining(program)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void doctor.kill('SIGKILL'));
    let json = '';
    doctor.stdout.setEncoding('utf8').on('data', (text: string) => (json += text));
    await once(doctor, 'close');
    const { findings } = JSON.parse(json) as { findings: Finding[] };
    expect(findings.filter(({ check }) => check === 'pictures')).toEqual([
      {
        check: 'pictures',
        state: 'error',
        text: expect.stringContaining(reason),
        mend: expect.stringContaining('Install Lapau again'),
      },
    ]);
  },
);
