import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from '../errors/start-refused.ts';
import { trustCertificatesOf } from '../process/extra-certificates.ts';
import { accountName, ownName } from '../text/account-name.ts';
import { parseEnvFile } from './env-file.ts';
import type { Variables } from './env-file.ts';

/** The file of LAPAU_ENV_FILE, after its variables were added to the environment. */
export type EnvFile = {
  name: string;
  variables: Variables;
  /** The names that were taken from the file, as the environment did not have them. */
  taken: ReadonlySet<string>;
  /** Sentences about lines that do something else than they seem; they repeat no value. */
  remarks: string[];
  isReadableByAll: boolean;
};

/** Whether Node, its libraries or the loader of programs read the variable before a program's first line runs. */
export const isReadAtStart = (name: string): boolean =>
  /^(NODE_(?!ENV$|EXTRA_CA_CERTS$|TLS_REJECT_UNAUTHORIZED$)\w+|LD_\w+|MALLOC_\w+|GLIBC_\w+|OPENSSL_CONF)$/.test(name);

/** The variables that are paths: the service and a command would look for relative ones in different folders. */
const paths = new Set(['LAPAU_DATA', 'FCM_SERVICE_ACCOUNT', 'NODE_EXTRA_CA_CERTS']);

/**
 * Adds the variables of the file that LAPAU_ENV_FILE names; those that the environment has, empty ones too, stay as they are.
 * @returns undefined when no file is named
 * @throws StartRefused when it cannot be read
 */
export function readEnvFile(environment: NodeJS.ProcessEnv): EnvFile | undefined {
  const name = environment['LAPAU_ENV_FILE'];
  if (!name) return undefined;
  const { bytes, mode } = read(name);
  const { variables, remarks } = parseEnvFile(bytes, name);
  const taken = new Set([...variables.keys()].filter((variable) => environment[variable] === undefined));
  for (const variable of taken) environment[variable] = variables.get(variable)?.value;
  const certificates = taken.has('NODE_EXTRA_CA_CERTS') && variables.get('NODE_EXTRA_CA_CERTS')?.value;
  const untrusted = certificates ? trustCertificatesOf(certificates) : undefined;
  return {
    name,
    variables,
    taken,
    remarks: [
      ...remarks.map(({ line, text }) => `Line ${line} of ${name} ${text}.`),
      ...remarksOf(name, variables, taken),
      ...(untrusted ? [untrusted] : []),
    ],
    isReadableByAll: (mode & 0o004) !== 0,
  };
}

const remarksOf = (file: string, variables: Variables, taken: ReadonlySet<string>): string[] =>
  [...variables].flatMap(([name, { value, line }]) => {
    if (!taken.has(name)) return [];
    if (isReadAtStart(name))
      return [
        `Line ${line} of ${file} has no effect: ${name} is read before the file. Set it in the unit (systemctl edit lapau): Environment=${name}=…`,
      ];
    return paths.has(name) && value !== '' && !path.isAbsolute(value)
      ? [
          `Line ${line} of ${file}: ${name} is looked for in the folder that a command is called in. Write the whole path.`,
        ]
      : [];
  });

function read(file: string): { bytes: Buffer; mode: number } {
  try {
    const stats = statSync(file); // this comes before opening, because a pipe would wait for a writer
    if (!stats.isFile())
      throw new StartRefused(
        `LAPAU_ENV_FILE must name a file of variables, and ${file} is ${stats.isDirectory() ? 'a folder' : 'none'}.`,
      );
    return { bytes: readFileSync(file), mode: stats.mode };
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    const isClosed = (error as NodeJS.ErrnoException).code === 'EACCES';
    const text = isClosed ? whoMayNot(file) : `${file}, which LAPAU_ENV_FILE names, cannot be read: ${String(error)}.`;
    throw new StartRefused(text, { cause: error });
  }
}

function whoMayNot(file: string): string {
  const group = accountName('group', process.geteuid?.() ?? 0);
  return `${file}, which LAPAU_ENV_FILE names, cannot be read by ${ownName()}. As root: chgrp ${group} ${file} && chmod 0640 ${file}`;
}
