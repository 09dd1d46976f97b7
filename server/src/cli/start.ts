import { refuseDemoPasswords } from '../../../demo/src/accounts.ts';
import { openTrust } from '../platform/trust-proxy.ts';
import { run } from './run.ts';

export const start = (): Promise<void> =>
  run('start', refuseDemoPasswords, ({ url, platform }) => {
    platform.log.info({ url, publicUrl: platform.publicUrl }, 'ready');
    if (!platform.config.publicUrl)
      platform.log.warn('PUBLIC_URL is not set: links in mails start with %s', platform.publicUrl);
    const open = openTrust(platform.config);
    if (open) platform.log.warn(`${open.text}. ${open.mend}`);
  });
