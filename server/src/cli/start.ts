import { refuseDemoPasswords } from '../../../demo/src/accounts.ts';
import { openTrust } from '../platform/config/trust-proxy.ts';
import { photosUnavailable } from '../platform/files/picture-workers.ts';
import type { Platform } from '../platform/platform.ts';
import { run } from './run.ts';

export const start = (): Promise<void> =>
  run('start', refuseDemoPasswords, ({ url, platform }) => {
    platform.log.info({ url, publicUrl: platform.publicUrl }, 'ready');
    if (!platform.config.publicUrl)
      platform.log.warn('PUBLIC_URL is not set: links in mails start with %s', platform.publicUrl);
    void warnOfPictures(platform);
    const open = openTrust(platform.config);
    if (open) platform.log.warn(`${open.text}. ${open.mend}`);
  });

/** Warns when pictures cannot be prepared. Lapau starts all the same, as it is of use without new photos. */
async function warnOfPictures({ pictures, log }: Platform): Promise<void> {
  const fault = await pictures.findFault();
  if (fault !== undefined) log.warn(`${photosUnavailable.text(fault)}. ${photosUnavailable.mend}`);
}
