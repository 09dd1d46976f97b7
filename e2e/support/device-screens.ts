import type { Page } from '@playwright/test';
import { failCall } from './calls.ts';
import type { Screen } from './screen-states.ts';

/** Opens the first dish's comments without a signal, and sends one. */
async function commentOffline(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /komentar/i })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await sheet.getByText('Balas').first().waitFor();
  await page.context().setOffline(true);
  await sheet.getByPlaceholder('Tulis komentar...').fill('Masih ada, Uni? Saya jemput sore nanti.');
  await sheet.getByRole('button', { name: 'Kirim' }).click();
  // The mouse leaves the button, whose tooltip would show.
  await page.mouse.move(0, 0);
}

/** A device of the second day, whose browser would install the app. */
async function offerInstallation(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('pasang', JSON.stringify({ first: '2026-01-01' }));
    window.addEventListener('load', () => {
      const prompt = () => Promise.resolve({ outcome: 'dismissed' });
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
    });
  });
}

/** Likes a dish again and again until the code that offers the installation has loaded and is offering it. */
async function likeUntilOffered(page: Page): Promise<void> {
  const like = page.getByRole('button', { name: /suka/i }).first();
  const offer = page.getByRole('button', { name: 'Pasang', exact: true });
  for (let attempt = 0; attempt < 60 && !(await offer.isVisible()); attempt += 1) {
    await like.click();
    // The offer comes some seconds after the last touch.
    await offer.waitFor({ timeout: 8_000 }).catch(() => undefined);
  }
}

/** Tells the page of a newer release, as the worker does, until the code that listens at rest has loaded and shows it. */
async function tellRelease(page: Page): Promise<void> {
  const bar = page.getByText('Versi baru tersedia');
  for (let attempt = 0; attempt < 60 && !(await bar.isVisible()); attempt += 1) {
    await page.evaluate(() => {
      const data = { type: 'release', files: ['/assets/index-newer.js'] };
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
    });
    await bar.waitFor({ timeout: 4_000 }).catch(() => undefined);
  }
}

/** The screens on which the device tells of waiting changes, refused changes, the installation and a newer release. */
export const deviceScreens: Screen[] = [
  { name: 'comments-waiting', as: 'pembeli', path: '/', act: commentOffline, shows: 'menunggu sinyal' },
  {
    name: 'comments-refused',
    as: 'pembeli',
    path: '/',
    act: async (page) => {
      await commentOffline(page);
      await failCall(page.context(), 'add_comment');
      await page.context().setOffline(false);
    },
    shows: 'Gagal mengirim komentar.',
  },
  {
    name: 'install-offer',
    as: 'pembeli',
    path: '/',
    prepare: offerInstallation,
    act: likeUntilOffered,
    shows: /^Pasang .+ di layar utama$/,
  },
  { name: 'new-release', as: 'pembeli', path: '/', act: tellRelease, shows: 'Versi baru tersedia' },
];
