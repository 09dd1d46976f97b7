import sharp from 'sharp';
import { expect, test } from 'vitest';
import { animatedWebp, interlacedPng, photoLike, plainPicture } from '../../testing/pictures.ts';
import type { AppError } from '../errors/app-error.ts';
import { preparePicture } from './image.ts';

const failure = async (bytes: Buffer, purpose: Parameters<typeof preparePicture>[1] = 'photo') =>
  preparePicture(bytes, purpose).then(
    () => 'accepted',
    (error: unknown) => (error as AppError).code,
  );

const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;

/** Four colours, so that every rotation and mirror image differs. */
const quarters = () => {
  const block = (background: string) => ({ create: { width: 60, height: 30, channels: 3 as const, background } });
  return plainPicture(120, 60, '#fff').composite([
    { input: block('#f00'), left: 0, top: 0 },
    { input: block('#0f0'), left: 60, top: 0 },
    { input: block('#00f'), left: 0, top: 30 },
  ]);
};

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a JPEG with EXIF orientation %i is stored upright', async (orientation) => {
  const jpeg = await quarters().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
  const wanted = await sharp(jpeg).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const picture = await preparePicture(jpeg, 'photo');
  expect([picture.width, picture.height]).toEqual([wanted.info.width, wanted.info.height]);
  expect(difference(await sharp(picture.files[0]!.bytes).raw().toBuffer(), wanted.data)).toBeLessThan(5);
});

test('a phone photo stays within the size budgets, also one full of fine detail', async () => {
  const jpeg = await (await photoLike(4000, 3000)).jpeg({ quality: 90 }).withMetadata({ orientation: 6 }).toBuffer();
  const { files, width, height } = await preparePicture(jpeg, 'photo');
  expect([width, height]).toEqual([1080, 1440]);
  const sizes = Object.fromEntries(files.map(({ suffix, bytes }) => [suffix, bytes.length]));
  expect(sizes['.320']).toBeLessThan(40_000);
  expect(sizes['.640']).toBeLessThan(80_000);
  expect(sizes['']).toBeLessThan(200_000);
});

test('a small photo is stored unenlarged under every name', async () => {
  const { files, width } = await preparePicture(await plainPicture(200, 100).png().toBuffer(), 'photo');
  expect(width).toBe(200);
  expect(files.map(({ suffix }) => suffix)).toEqual(['.320', '.640', '']);
  expect(new Set(files.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
});

test('colours of other colour spaces are converted to sRGB', async () => {
  const red = plainPicture(20, 20, '#e01010');
  const inputs = {
    cmyk: await red.clone().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    p3: await red.clone().withIccProfile('p3').png().toBuffer(),
    sixteenBits: await red.clone().toColourspace('rgb16').png().toBuffer(),
  };
  for (const [name, input] of Object.entries(inputs)) {
    const { files } = await preparePicture(input, 'photo');
    const [r = 0, g = 0, b = 0] = await sharp(files[0]!.bytes).raw().toBuffer();
    expect([name, r > 190, Math.max(g, b) < 60]).toEqual([name, true, true]);
    expect((await sharp(files[0]!.bytes).metadata()).icc).toBeUndefined();
  }
});

test('grey photos, transparent ones and ones one pixel high are accepted', async () => {
  const grey = await preparePicture(await plainPicture().greyscale().jpeg().toBuffer(), 'photo');
  expect(grey.placeholder).not.toBe('');
  const transparent = sharp({
    create: { width: 9, height: 9, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  });
  const { files } = await preparePicture(await transparent.png().toBuffer(), 'photo');
  expect((await sharp(files[0]!.bytes).metadata()).hasAlpha).toBe(true);
  expect(await preparePicture(await plainPicture(20_000, 1).png().toBuffer(), 'photo')).toMatchObject({
    width: 1080,
    height: 1,
  });
  expect(await preparePicture(await plainPicture(1, 20_000).png().toBuffer(), 'photo')).toMatchObject({
    width: 1,
    height: 4320,
  });
});

test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s that ends early is refused as broken', async (format) => {
  const whole = await (await photoLike(300, 200)).toFormat(format).toBuffer();
  for (const part of [0.1, 0.5, 0.9])
    expect(await failure(whole.subarray(0, whole.length * part))).toBe('broken_image');
  expect(await failure(whole)).toBe('accepted');
});

test('of an animated GIF the first frame is stored', async () => {
  const frames = [plainPicture(30, 30, '#f00'), plainPicture(30, 30, '#00f')].map((frame) => frame.png().toBuffer());
  const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(2);
  const { files, height } = await preparePicture(gif, 'photo');
  expect(height).toBe(30);
  const [r = 0, , b = 0] = await sharp(files[0]!.bytes).raw().toBuffer();
  expect(r).toBeGreaterThan(200);
  expect(b).toBeLessThan(60);
});

test('SVG and ICO are accepted as favicons only, and only when complete', async () => {
  const svg = Buffer.from('<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>');
  expect(await failure(svg)).toBe('not_an_image');
  expect(await failure(svg, 'logo')).toBe('not_an_image');
  expect((await preparePicture(svg, 'favicon')).extension).toBe('svg');
  expect(await failure(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><g>'), 'favicon')).toBe(
    'broken_image',
  );
  expect(await failure(Buffer.from('<html><svg viewBox="0 0 8 8"/></html>'), 'favicon')).toBe('not_an_image');

  const png = await plainPicture(16, 16).png().toBuffer();
  const ico = Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]), png]);
  ico.writeUInt32LE(png.length, 14);
  expect(await preparePicture(ico, 'favicon')).toMatchObject({ extension: 'ico', width: 16 });
  expect(await failure(ico.subarray(0, 30), 'favicon')).toBe('broken_image');
  expect(await failure(ico)).toBe('not_an_image');
});

test('a picture that would take too much memory or time to decode is refused by its header', async () => {
  expect(await failure(interlacedPng(7000, 7000))).toBe('picture_too_costly');
  expect(await failure(interlacedPng(4000, 3000))).toBe('accepted');
  const flat = plainPicture(7000, 7000);
  const progressive = await flat.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  expect(await failure(progressive)).toBe('picture_too_costly');
  expect(await failure(await animatedWebp(200_000))).toBe('picture_too_costly');
  expect(await failure(await animatedWebp(500))).toBe('accepted');
});

test('a photo of 48 megapixels as phones take them is accepted', async () => {
  const photo = plainPicture(8000, 6000);
  expect(await failure(await photo.clone().jpeg().toBuffer())).toBe('accepted');
  expect(await failure(await photo.clone().jpeg({ progressive: true }).toBuffer())).toBe('accepted');
});
