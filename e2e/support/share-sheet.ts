import type { Page } from '@playwright/test';

type Shared = { text: string; files: { name: string; bytes: Buffer }[] };

/** Gives the page a share sheet that notes what it is handed. */
export const withShareSheet = (page: Page) =>
  page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async (data: ShareData = {}) => {
      if (!navigator.userActivation.isActive) throw new DOMException('', 'NotAllowedError');
      Object.assign(window, { shared: data });
    };
  });

/** What the share sheet was handed. */
export async function takeShared(page: Page): Promise<Shared> {
  const data = await page.waitForFunction(async () => {
    const { shared } = window as unknown as { shared?: ShareData };
    if (!shared) return null;
    delete (window as unknown as { shared?: ShareData }).shared;
    const read = async (file: File) => {
      const reader = new FileReader();
      reader.readAsDataURL(file);
      await new Promise((resolve) => reader.addEventListener('load', resolve, { once: true }));
      return { name: file.name, url: reader.result as string };
    };
    const files = await Promise.all((shared.files ?? []).map(read));
    return { text: shared.text ?? '', files };
  });
  const { text, files } = (await data.jsonValue()) ?? { text: '', files: [] };
  return {
    text,
    files: files.map(({ name, url }) => ({ name, bytes: Buffer.from(url.split(',')[1] ?? '', 'base64') })),
  };
}
