import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { openTrust } from '../platform/config/trust-proxy.ts';
import { configurationVariables } from '../testing/configuration-table.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Reads a template of variables, in which those without a value get as many `x` as a secret has characters. */
const filledIn = (template: string) =>
  parseEnv(template.replaceAll(/^([A-Z_\d]+)=$/gm, (_line, name: string) => `${name}=${'x'.repeat(32)}`));

test('the containers’ variables of Lapau exist and are valid', () => {
  const values = filledIn(read('deploy/compose.env'));
  const block = /^x-lapau:.*?^ {2}environment:\n(.*?)\n\n/ms.exec(read('deploy/compose.yaml'))?.[1] ?? '';
  const environment = Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z_\d]+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::\?[^}]+)?\}/g, (_reference, variable: string) =>
        variable.startsWith('SMTP') || variable.startsWith('MAIL') ? '' : String(values[variable]),
      ),
    ]),
  );
  expect(Object.keys(environment).length).toBe(block.split('\n').length);
  expect(Object.keys(environment).filter((name) => !configurationVariables.has(name))).toEqual([]);
  expect(openTrust(readConfig(environment, 'start'))).toBeUndefined();
  expect(readConfig(environment, 'start')).toMatchObject({
    publicUrl: 'https://lapau.example',
    databaseUrl: `postgres://lapau:${'x'.repeat(32)}@postgres/lapau`,
    s3: { bucket: 'lapau' },
  });
});

const services = ['lapau', 'lapau@', 'lapau-backup', 'lapau-backup-check'].map((name) => `${name}.service`);

test('all services of the release are shut off in the same way', () => {
  const shut = services.map((unit) =>
    read(`deploy/systemd/${unit}`)
      .match(/^# What Lapau does not need[^[]*/m)?.[0]
      ?.trim(),
  );
  expect(shut[0]).toContain('NoNewPrivileges=true');
  expect(new Set(shut).size).toBe(1);
});
