import { spawn } from 'node:child_process';
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

/** The reader's own mail server, object storage (whose secret has all that means something to a shell) and release are the test's. */
const withSettings = (commands: string, settings: Record<string, string>, release: string): string =>
  Object.entries(settings)
    .reduce(
      (text, [name, value]) => text.replaceAll(new RegExp(`^${name}=.*$`, 'gm'), () => `${name}=${value}`),
      commands,
    )
    .replaceAll(/lapau-[\d.]+\.tgz/g, release);

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'every command of the operating guide works, from the installation to the upgrade',
  { timeout: 900_000 },
  async () => {
    const folder = mkdtempSync('/var/tmp/lapau-guide-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const release = path.basename(inject('release'));
    copyFileSync(inject('release'), path.join(folder, release));

    const storage = await startObjectStorage();
    onTestFinished(() => storage.close());
    const settings = { ...storage.environment, SMTP_URL: (await startSmtpServer()).url };
    mkdirSync(path.join(folder, 'blocks'));
    for (const [index, { line, commands }] of readBlocks(guide).entries()) {
      const name = `${String(index).padStart(2, '0')}-line-${line}.sh`;
      writeFileSync(path.join(folder, 'blocks', name), withSettings(commands, settings, release));
    }

    const sandbox = path.join(root, 'server/src/testing/guide/sandbox.sh');
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', sandbox, folder]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        process.stderr.write(text);
      });
    await once(child, 'close');
    expect(output).toMatch(/### done\n$/);
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
