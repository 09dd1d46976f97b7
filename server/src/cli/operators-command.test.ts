import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programFolder } from '../platform/process/program-folder.ts';
import { backUp, buildVillage, sourceOf } from '../testing/backups.ts';
import { nobody } from '../testing/nobody.ts';
import { startTestServer } from '../testing/server.ts';

// The command /usr/local/bin/lapau, called by root in a folder that is root's alone, for a service whose user is "nobody".

const server = await startTestServer();
await buildVillage(server);
const backup = await backUp(sourceOf(server));

function prepare() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const { uid = 0, gid = 0 } = nobody ?? {};
  const make = (name: string, mode: number, owner = 0) => {
    const made = path.join(folder, name);
    mkdirSync(made);
    chmodSync(made, mode);
    chownSync(made, owner, gid);
    return made;
  };
  const home = make('root', 0o700);
  const file = path.join(folder, 'lapau.env');
  const data = path.join(make('var', 0o700, uid), 'data');
  writeFileSync(file, `LAPAU_DATA=${data}\nHSTS=max-age=31536000; includeSubDomains\n`, {
    mode: 0o640,
  });
  chownSync(file, 0, gid);
  const command = path.join(folder, 'lapau');
  const text = readFileSync(path.join(programFolder, 'deploy/systemd/lapau'), 'utf8')
    .replace(/^user=lapau$/m, 'user=nobody')
    .replace(/^program=.*$/m, `program=${folder}/program`)
    .replaceAll('/etc/lapau.env', file);
  writeFileSync(command, text, { mode: 0o755 });
  const launch = `#!/bin/sh\nexec sh ${programFolder}/scripts/launch.sh "$@"\n`;
  writeFileSync(path.join(folder, 'program'), launch, { mode: 0o755 });
  writeFileSync(path.join(home, 'village.tar'), backup, { mode: 0o600 });
  return { folder, home, command, make };
}

async function run(
  command: string,
  args: string[],
  cwd: string,
  { into, env }: { into?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const output = into === undefined ? 'pipe' : openSync(into, 'w', 0o600);
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', output, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (typeof output === 'number') closeSync(output);
  let said = '';
  child.stdout?.resume();
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  expect(said, 'no stack, and nothing that a shell says').not.toMatch(/^ +at |not found/m);
  return { code: child.exitCode, said: said.trim() };
}

test.runIf(nobody)(
  'it reads and writes backups of a folder that its user is not let into, by their names',
  async () => {
    const { home, command } = prepare();
    for (const name of ['village.tar', './village.tar', path.join(home, 'village.tar')]) {
      const { code, said } = await run(command, ['verify', name], home);
      expect([code, said]).toEqual([2, expect.stringContaining(`${home}/village.tar is whole`)]);
    }
    const tried = await run(command, ['restore', '--check', 'village.tar'], home);
    expect([tried.code, tried.said]).toEqual([2, expect.stringContaining(`${home}/village.tar can be restored`)]);
    const restored = await run(command, ['restore', 'village.tar'], home);
    expect(restored).toMatchObject({ said: expect.stringMatching(/^Restored \d+ rows/) as string });
    const again = await run(command, ['backup', '-'], home, { into: path.join(home, 'again.tar') });
    expect(again).toMatchObject({ said: expect.stringMatching(/^Backed up \d+ rows/) as string });
    expect((await run(command, ['verify', 'again.tar'], home)).said).toContain(`${home}/again.tar is whole`);
  },
);

test.runIf(nobody)('nothing in the settings is a shell’s, whatever it looks like', async () => {
  const { folder, home, command } = prepare();
  const made = path.join(home, 'made');
  appendFileSync(
    path.join(folder, 'lapau.env'),
    `MAIL_FROM=Lapau <a@b.id>\nMETRICS_TOKEN=$(touch ${made})\nLAPAU_SECRET=\`touch ${made}\`; touch ${made} & (`,
  );
  const { code, said } = await run(command, ['verify', 'village.tar'], home);
  expect([code, said]).toEqual([2, expect.stringContaining(`${home}/village.tar is whole`)]);
  expect(said).not.toMatch(/syntax error|cannot open/i);
  expect(existsSync(made)).toBe(false);
});

test.runIf(nobody)('what its user may not read or write is refused in a sentence that says what works', async () => {
  const { folder, home, command, make } = prepare();
  await run(command, ['restore', 'village.tar'], home);
  const mine = path.join(home, 'x.tar');
  for (const name of ['x.tar', mine]) {
    const { code, said } = await run(command, ['backup', name], home);
    expect([code, said]).toEqual([1, expect.stringMatching(/ by the user nobody: EACCES: permission denied\.\n/)]);
    expect(said).toContain(`lapau backup - > ${mine}`);
  }
  expect(existsSync(mine)).toBe(false);
  const closed = make('closed', 0o700);
  const readOnly = make('read-only', 0o755);
  const unlisted = make('unlisted', 0o733);
  const empty = make('empty', 0o755);
  const expected: [string[], string][] = [
    [
      ['backup', path.join(readOnly, 'x.tar')],
      `No file can be made in ${readOnly} by the user nobody: EACCES: permission denied.`,
    ],
    [
      ['backup', readOnly, '--keep', '2'],
      `No file can be made in ${readOnly} by the user nobody: EACCES: permission denied.`,
    ],
    [['backup', unlisted], `${unlisted} cannot be read by the user nobody: EACCES: permission denied.`],
    [['backup', '/dev/full'], '/dev/full is a device.'],
    [
      ['backup', path.join(command, 'x.tar')],
      `No file can be made in ${command} by the user nobody: ENOTDIR: not a directory.`,
    ],
    [
      ['restore', '--check', closed],
      `The folder ${closed} cannot be read by the user nobody: EACCES: permission denied.`,
    ],
    [
      ['verify', path.join(closed, 'x.tar')],
      `${closed}/x.tar cannot be reached by the user nobody: EACCES: permission denied.`,
    ],
    [['verify', empty], `There is no backup in ${empty}.`],
    [['restore', '--check', empty], `There is no backup in ${empty}.`],
    [['verify', 'missing.tar'], `${home}/missing.tar cannot be reached by the user nobody: EACCES: permission denied.`],
    [
      ['verify', path.join(folder, 'missing.tar')],
      `${folder}/missing.tar cannot be read by the user nobody: ENOENT: no such file or directory.`,
    ],
    [['verify', '/dev/zero'], '/dev/zero is a device.'],
    [['verify', path.join(folder, 'x'.repeat(300))], 'ENAMETOOLONG'],
  ];
  for (const [args, text] of expected) {
    const { code, said } = await run(command, args, home);
    expect([args, code, said]).toEqual([args, 1, expect.stringContaining(text)]);
  }
});

test.runIf(nobody)('a backup that would come from a terminal is refused, and not waited for', async () => {
  const { home, command } = prepare();
  const { said } = await run('sh', ['-c', `script -qec '${command} restore -' /dev/null >&2`], home);
  expect(said).toContain('A backup does not come from a terminal. Give it: - < FILE');
});

test.runIf(nobody)('a data folder that its user is not let into is refused in a sentence', async () => {
  const { home, command } = prepare();
  const env = { LAPAU_DATA: path.join(home, 'data'), PORT: '0' };
  for (const args of [['verify'], ['backup', '-'], ['restore', 'village.tar'], ['start']]) {
    const { code, said } = await run(command, args, home, { env });
    expect([args, code, said]).toEqual([args, 1, expect.stringMatching(/EACCES|There is no database in/)]);
  }
});
