// Draws the icons in web/public, and those of the Android app, from mark.svg. Run it after changing the mark: `node scripts/draw-icons.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const publicFolder = new URL('../web/public/', import.meta.url);
/** The icons of the largest screens lie here; Android makes them smaller for others. */
const androidFolder = new URL('../native/android/app/src/main/res/mipmap-xxxhdpi/', import.meta.url);
const background = '#12100e';
const mark = await readFile(new URL('mark.svg', publicFolder), 'utf8');
const drawing = mark.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');

/** The mark on its dark ground: `share` of the width is the mark, `corner` the ground's radius on a 64-unit side. */
function onGround(share: number, corner: number, ground = background): string {
  const margin = (64 * (1 - share)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="${ground}"/><g transform="translate(${margin} ${margin}) scale(${share})">${drawing.trim()}</g></svg>\n`;
}

/** A sign of the app's interface, drawn on 24 units, in the gold of its buttons. */
const sign = (path: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${background}"/><g transform="translate(18.8 18.8) scale(1.1)" fill="none" stroke="#f2b632" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></g></svg>\n`;

async function png(name: string, side: number, svg: string, folder = publicFolder): Promise<void> {
  const picture = sharp(Buffer.from(svg), { density: (72 * side) / 64 }).resize(side, side);
  await picture.png({ palette: true, compressionLevel: 9, effort: 10 }).toFile(new URL(name, folder).pathname);
}

await writeFile(new URL('favicon.svg', publicFolder), onGround(0.78, 14));
await png('icon-192.png', 192, onGround(0.78, 14));
await png('icon-512.png', 512, onGround(0.78, 14));
// Launchers cut maskable icons to any shape inside a circle of 80 % of the width.
await png('icon-maskable-192.png', 192, onGround(0.56, 0));
await png('icon-maskable-512.png', 512, onGround(0.56, 0));
// A long press on the app's icon shows these shortcuts; launchers cut them to a circle.
const stall =
  'M15 21v-5a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v5M17.774 10.31a1.12 1.12 0 0 0-1.549 0 2.5 2.5 0 0 1-3.451 0 1.12 1.12 0 0 0-1.548 0 2.5 2.5 0 0 1-3.452 0 1.12 1.12 0 0 0-1.549 0 2.5 2.5 0 0 1-3.77-3.248l2.889-4.184A2 2 0 0 1 7 2h10a2 2 0 0 1 1.653.873l2.895 4.192a2.5 2.5 0 0 1-3.774 3.244M4 10.95V19a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8.05';
await png('shortcut-stall.png', 192, sign(stall));
await png('shortcut-add.png', 192, sign('M5 12h14M12 5v14'));
await png('shortcut-messages.png', 192, sign('M7.9 20A9 9 0 1 0 4 16.1L2 22Z'));
await png('apple-touch-icon.png', 180, onGround(0.68, 0));
// Android shows the badge of a notification in one colour: only what is drawn counts.
await png('badge-96.png', 96, onGround(0.9, 0, 'none').replaceAll(/#[\da-f]{6}|url\(#g\)/g, '#fff'));
await png('ic_launcher.png', 192, onGround(0.78, 14), androidFolder);
// Android cuts it to a shape inside 72 of its 108 dp, of which 66 are always seen, and lays it on a colour of its own.
await png('ic_launcher_foreground.png', 432, onGround(0.42, 0, 'none'), androidFolder);
