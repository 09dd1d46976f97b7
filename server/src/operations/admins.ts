import { limits } from '@lapau/contract/limits';
import { properName } from '@lapau/contract/text';
import { tidyEmail } from '@lapau/contract/typed-text';
import { z } from 'zod';
import { featureParts } from '../app.ts';
import { makeAdminByOperator, resetAdminByOperator } from '../features/auth/rules-operator.ts';
import type { OperatorLink } from '../features/auth/rules-operator.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { openPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import { withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';

/**
 * Makes the person with that e-mail an admin of this installation.
 * @returns what the operator is told, with the link
 * @throws StartRefused as withInstallation does; when the e-mail address or the name is none, or the person is an admin already
 */
export function makeAdmin(environment: NodeJS.ProcessEnv, given: string, givenName: string): Promise<string> {
  const [email, name] = [readEmail(given), readName(givenName)];
  return onPlatform(environment, async (platform) => {
    const opened = await makeAdminByOperator(platform, { email, name });
    if (opened) return describe(opened, platform, `${email} is an admin.`);
    throw new StartRefused(
      `${email} is an admin already, or waits to be deleted.\n"lapau admin reset ${email}" lets an admin set a new password.`,
    );
  });
}

/**
 * Lets an admin who is locked out set a new password.
 * @returns what the operator is told, with the link
 * @throws StartRefused as withInstallation does; when the e-mail address is none, or not that of an admin
 */
export function resetAdmin(environment: NodeJS.ProcessEnv, given: string): Promise<string> {
  const email = readEmail(given);
  return onPlatform(environment, async (platform) => {
    const opened = await resetAdminByOperator(platform, email);
    if (opened) return describe(opened, platform, `${email} keeps the present password until a new one is set.`);
    throw new StartRefused(
      `${email} is no admin, or is suspended.\n"lapau admin make ${email}" makes one, and lifts a suspension.`,
    );
  });
}

function readEmail(given: string): string {
  const email = tidyEmail(given);
  if (!z.email().safeParse(email).success) throw new StartRefused(`${given} is not an e-mail address.`);
  return email;
}

function readName(given: string): string {
  const { success, data } = properName('Nama').safeParse(given);
  if (!success) throw new StartRefused(`${given} is no name of 1 to ${limits.name} letters.`);
  return data;
}

const onPlatform = (environment: NodeJS.ProcessEnv, use: (platform: Platform) => Promise<string>): Promise<string> =>
  withInstallation(environment, async ({ config, log, databaseUrl }: Installation) => {
    const platform = await openPlatform(config, log, databaseUrl, featureParts);
    try {
      return await use(platform);
    } finally {
      await platform.close();
    }
  });

const describe = ({ link, expiresAt }: OperatorLink, { config, publicUrl }: Platform, what: string): string =>
  [
    what,
    `This link sets a new password, once and until ${expiresAt.toISOString()}. Whoever opens it is the admin:`,
    link,
    ...(config.publicUrl === undefined
      ? [`PUBLIC_URL is not set: put the site's address in the place of ${publicUrl}.`]
      : []),
  ].join('\n');
