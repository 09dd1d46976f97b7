import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildHeic } from '../../testing/heic.ts';
import { photoLike, plainPicture } from '../../testing/pictures.ts';
import type { AppError } from '../errors/app-error.ts';
import { preparePicture } from './image.ts';

const failure = async (bytes: Buffer, purpose: Parameters<typeof preparePicture>[1] = 'photo') =>
  preparePicture(bytes, purpose).then(
    () => 'accepted',
    (error: unknown) => (error as AppError).code,
  );

const names = (red: number, green: number, blue: number): string =>
  [red > 128 && 'red', green > 128 && 'green', blue > 128 && 'blue'].filter(Boolean).join(' and ') || 'none';

/** Names the colour in the middle of each quarter of a stored picture, from left to right and from top to bottom. */
async function quartersOf(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp((await preparePicture(bytes, 'photo')).files.at(-1)?.bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ].map(([x = 0, y = 0]) => {
    const at = 3 * (Math.floor((y * info.height) / 4) * info.width + Math.floor((x * info.width) / 4));
    return names(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  });
}

const white = 'red and green and blue';

test.each([8, 10] as const)('a HEIC of %d bits a sample is a photo', async (bits) => {
  const heic = buildHeic({ bits });
  expect(await preparePicture(heic, 'photo')).toMatchObject({ extension: 'webp', width: 512, height: 512 });
  expect(await quartersOf(heic)).toEqual(['red', 'green', 'blue', white]);
});

test.each([
  [1, undefined, ['green', white, 'red', 'blue']],
  [2, undefined, [white, 'blue', 'green', 'red']],
  [3, undefined, ['blue', 'red', white, 'green']],
  [0, 'top to bottom', ['blue', white, 'red', 'green']],
  [0, 'left to right', ['green', 'red', white, 'blue']],
  [1, 'left to right', [white, 'green', 'blue', 'red']],
] as const)(
  'a HEIC that is to be turned by %d quarters and mirrored %s is stored upright',
  async (turns, mirror, seen) => {
    expect(await quartersOf(buildHeic({ turns, ...(mirror && { mirror }) }))).toEqual(seen);
  },
);

test('a HEIC of many tiles is put together, and cut at the edge that it states', async () => {
  const picture = await preparePicture(
    buildHeic({ columns: 4, rows: 3, width: 2000, height: 1500, turns: 3 }),
    'photo',
  );
  expect([picture.width, picture.height]).toEqual([1080, 1440]);
  expect(picture.placeholder).toMatch(/^[\w+/]+=*$/);
});

/** EXIF whose orientation is 6: the picture is to be turned by a quarter. */
const turnedByExif = Buffer.from(
  'Exif\0\0MM\0*\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0\u0006\0\0\0\0\0\0',
  'latin1',
);

test('what a HEIC or an AVIF says in its EXIF does not turn it a second time, and is not stored', async () => {
  const heic = buildHeic({ turns: 3, exif: turnedByExif });
  expect(await quartersOf(heic)).toEqual(['blue', 'red', white, 'green']);
  const jpeg = await (await photoLike(300, 200)).jpeg().toBuffer();
  // The encoder of an AVIF writes both the EXIF and the rotation.
  const avif = await sharp(jpeg)
    .withExif({ IFD0: { Make: 'Telepon' } })
    .withMetadata({ orientation: 6 })
    .avif()
    .toBuffer();
  expect(await preparePicture(avif, 'photo')).toMatchObject({ width: 200, height: 300 });
  for (const bytes of [heic, avif])
    for (const file of (await preparePicture(bytes, 'photo')).files)
      expect((await sharp(file.bytes).metadata()).exif).toBeUndefined();
});

test('the colours of a HEIC are those of its profile', async () => {
  const { icc } = await sharp(await plainPicture().withIccProfile('p3').png().toBuffer()).metadata();
  const swapped = Buffer.from(icc ?? '');
  // In this profile red and green have changed places.
  const [red, green] = [swapped.indexOf('rXYZ'), swapped.indexOf('gXYZ')];
  swapped.write('gXYZ', red);
  swapped.write('rXYZ', green);
  expect(await quartersOf(buildHeic({ profile: swapped }))).toEqual(['green', 'red', 'blue', white]);
  expect(await quartersOf(buildHeic({ profile: icc ?? Buffer.alloc(0) }))).toEqual(['red', 'green', 'blue', white]);
});

test.each([
  ['of 8 bits', { bitdepth: 8 }],
  ['of 10 bits', { bitdepth: 10 }],
  ['of 12 bits', { bitdepth: 12 }],
  ['with all of its colours', { chromaSubsampling: '4:4:4' }],
  ['without loss', { lossless: true }],
] as const)('an AVIF %s is a photo', async (_what, options) => {
  const avif = await (await photoLike(300, 200)).avif(options).toBuffer();
  expect(await preparePicture(avif, 'photo')).toMatchObject({ extension: 'webp', width: 300, height: 200 });
});

test('an AVIF that is transparent stays so', async () => {
  const background = { r: 9, g: 200, b: 9, alpha: 0.5 };
  const avif = await sharp({ create: { width: 64, height: 64, channels: 4, background } })
    .avif()
    .toBuffer();
  const [file] = (await preparePicture(avif, 'photo')).files;
  expect((await sharp(file?.bytes).metadata()).hasAlpha).toBe(true);
});

test.each([
  ['HEIC', () => buildHeic({ columns: 2, rows: 2 })],
  ['AVIF', async () => (await photoLike(300, 200)).avif().toBuffer()],
])('a %s that ends early is refused as broken', async (_format, build) => {
  const whole = await build();
  for (const part of [0.1, 0.5, 0.9])
    expect(await failure(whole.subarray(0, whole.length * part))).toBe('broken_image');
  expect(await failure(whole)).toBe('accepted');
});

test('a HEIC or an AVIF is one by any of the brands that it names, whatever the first says of its codec; a video is none', async () => {
  for (const brands of [
    ['mif1', 'heic'],
    ['heix', 'mif1'],
    ['MiHB', 'mif1', 'heic'],
    ['avif', 'heic'],
  ])
    expect([brands, await failure(buildHeic({ brands }))]).toEqual([brands, 'accepted']);
  const avif = await plainPicture().avif().toBuffer();
  for (const brand of ['mif1', 'avis', 'miaf', 'heic']) {
    avif.write(brand, 8, 'latin1');
    expect([brand, await failure(avif)]).toEqual([brand, 'accepted']);
  }
  expect(await failure(buildHeic({ brands: ['isom', 'mp42'] }))).toBe('not_an_image');
  expect(await failure(Buffer.from('\0\0\0\u0014ftypheic\0\0\0\0heic', 'latin1'))).toBe('broken_image');
});

test('a HEIC is made into what each place needs', async () => {
  for (const purpose of ['logo', 'favicon', 'announcement', 'preview'] as const)
    expect([purpose, await failure(buildHeic(), purpose)]).toEqual([purpose, 'accepted']);
});

test('a HEIC of 48 megapixels is accepted, and one of more than 50 is refused by what it states', async () => {
  expect(await failure(buildHeic({ columns: 16, rows: 12, width: 8064, height: 6048 }))).toBe('accepted');
  expect(await failure(buildHeic({ columns: 16, rows: 14 }))).toBe('too_many_pixels');
});
