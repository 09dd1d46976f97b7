import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readBlocks } from '../testing/guide/read-guide.ts';
import { startObjectStorage } from '../testing/object-storage.ts';
import { startSmtpServer } from '../testing/smtp.ts';

const root = path.join(import.meta.dirname, '../../..');
const guide = readFileSync(path.join(root, 'docs/operating.md'), 'utf8');

test('the blocks of a guide have their heading and line', () => {
  expect(readBlocks('# Guide\n\n## Install\n\n```sh\nnpm install\n```\n\n```ini\n[Unit]\n```\n')).toEqual([
    { heading: 'Install', line: 6, commands: 'npm install\n' },
  ]);
});

const machineFolder = path.join(root, 'server/src/testing/guide');

/** Once the blocks of a heading have been run, these files of testing/guide/checks look at the machine. */
const checksAfter: Record<string, string[]> = {
  'TLS with Caddy': ['add-dish'],
  Backup: ['failing-units', 'key-in-a-home'],
};

/**
 * Puts the test's mail server, object storage and release in place of the reader's. The storage's secret has all characters that mean
 * something to a shell. The guide's machine reaches this one's loopback by 10.0.2.2.
 */
const withSettings = (commands: string, settings: Record<string, string>, release: string): string =>
  Object.entries(settings)
    .map(([name, value]) => [name, value.replace('127.0.0.1', '10.0.2.2')] as const)
    .reduce(
      (text, [name, value]) => text.replaceAll(new RegExp(`^${name}=.*$`, 'gm'), () => `${name}=${value}`),
      commands,
    )
    .replaceAll(/lapau-[\d.]+\.tgz/g, release);

const isRootOfLinux = process.getuid?.() === 0 && process.platform === 'linux';

test.runIf(isRootOfLinux).each(['lapau', 'lapau@', 'lapau-backup', 'lapau-backup-check'])(
  'systemd finds that little is open to %s.service',
  (unit) => {
    const file = path.join(root, 'deploy/systemd', `${unit}.service`);
    const options = ['security', '--offline=true', '--threshold=30', '--no-pager', file];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', options, { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringMatching(/exposure level for \S+: [012]\.\d/)]);
  },
);

test.runIf(isRootOfLinux)(
  'every command of the operating guide works, from the installation to the upgrade',
  { timeout: 1_800_000 },
  async () => {
    const folder = mkdtempSync('/var/tmp/lapau-guide-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const release = path.basename(inject('release'));
    mkdirSync(path.join(folder, 'files'));
    copyFileSync(inject('release'), path.join(folder, 'files', release));

    const storage = await startObjectStorage();
    onTestFinished(() => storage.close());
    const settings = { ...storage.environment, SMTP_URL: (await startSmtpServer()).url };
    mkdirSync(path.join(folder, 'blocks'));
    const blocks = readBlocks(guide);
    for (const [index, { heading, line, commands }] of blocks.entries()) {
      const write = (name: string, text: string) =>
        writeFileSync(path.join(folder, 'blocks', `${String(index).padStart(2, '0')}-${name}.sh`), text);
      write(`line-${line}`, withSettings(commands, settings, release));
      const isLast = blocks[index + 1]?.heading !== heading;
      for (const check of isLast ? (checksAfter[heading] ?? []) : [])
        write(`then-${check}`, readFileSync(path.join(machineFolder, 'checks', `${check}.sh`), 'utf8'));
    }

    const machine = [path.join(machineFolder, 'machine.sh'), process.env['LAPAU_GUIDE_ROOT'] ?? '/', folder];
    const namespaces = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...namespaces, ...machine]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        process.stderr.write(text);
      });
    expect([await once(child, 'close'), output]).toEqual([[0, null], expect.stringMatching(/### done\n$/)]);
    expect(output, 'a value that a shell has run').not.toContain('not found');
    for (const line of [
      'strict-transport-security: max-age=31536000; includeSubDomains',
      'uni@lapau.example is an admin.',
      'https://lapau.example leads to Lapau',
      'can be restored: ',
      'All that was compared agrees',
      'Restored ',
      'Start Lapau with that DATABASE_URL',
      'Start Lapau with these S3_ variables',
    ])
      expect(output).toContain(line);
  },
);
