import { crc32, deflateSync } from 'node:zlib';
import { limits, photoWidths, previewPictureSize } from '@lapau/contract/limits';
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { AppError } from '../errors/app-error.ts';
import { hasTooManyFrames, isTooCostly } from './cost.ts';
import { decodeHeic } from './heic.ts';
import type { Pixels } from './heic.ts';
import { isWholeIco, sniff, underKnownBrand } from './sniff.ts';
import type { ImageFormat } from './sniff.ts';

// One thread per picture: the semaphore bounds how many are prepared at a time (upload.ts).
sharp.concurrency(1);
sharp.cache(false);

/** The purpose decides what a picture becomes: a photo in three widths, or one file of a fixed size and kind. */
export type Purpose = 'photo' | 'logo' | 'announcement' | 'favicon' | 'preview';

/** A picture ready to be stored. `suffix` goes between a file's name and its extension. */
export type Picture = {
  extension: 'webp' | 'png' | 'svg' | 'ico' | 'jpg';
  contentType: string;
  width: number;
  height: number;
  /** The picture's ThumbHash in base64; empty when there is nothing to blur. */
  placeholder: string;
  files: { suffix: string; bytes: Buffer }[];
};

const widest = photoWidths[photoWidths.length - 1] ?? 0;
/** No variant is taller than this many times its width: a screenshot of a whole page stays encodable. */
const tallest = 4;

/**
 * Decides by the bytes what a picture is and re-encodes it, upright, in sRGB, without metadata. A GIF or WebP that moves gives its
 * first frame, a HEIC or AVIF of several pictures its main one. SVG and ICO are for favicons only, and are stored unchanged.
 * @throws AppError not_an_image, broken_image, too_many_pixels, picture_too_costly
 */
export async function preparePicture(bytes: Buffer, purpose: Purpose): Promise<Picture> {
  const format = sniff(bytes);
  if (format === undefined) throw new AppError('not_an_image');
  const isVector = format === 'svg' || format === 'ico';
  if (isVector && purpose !== 'favicon') throw new AppError('not_an_image');
  try {
    if (isVector) return await asItIs(bytes, format);
    const { width: boxWidth, height: boxHeight } = boxes[purpose];
    const pixels = await decode(bytes, format, boxWidth, boxHeight);
    if (purpose === 'photo') return await photo(pixels);
    return purpose === 'preview' ? await preview(pixels) : await single(pixels, purpose);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('broken_image');
  }
}

const boxes: Record<Purpose, { width: number; height: number }> = {
  photo: { width: widest, height: widest * tallest },
  announcement: { width: widest, height: widest * tallest },
  logo: { width: 320, height: 320 },
  favicon: { width: 192, height: 192 },
  preview: { width: widest, height: widest * tallest },
};

async function decode(bytes: Buffer, format: ImageFormat, width: number, height: number): Promise<Pixels> {
  if (format === 'webp' && hasTooManyFrames(bytes)) throw new AppError('picture_too_costly');
  const file = format === 'heif' ? underKnownBrand(bytes) : bytes;
  const metadata = await sharp(file, { limitInputPixels: false }).metadata();
  if (metadata.width * metadata.height > limits.photoPixels) throw new AppError('too_many_pixels');
  if (!loadedAs[format].includes(metadata.format)) throw new AppError('not_an_image');
  if (isTooCostly(metadata)) throw new AppError('picture_too_costly');
  // The decoder of a HEIC or AVIF turns it by the file's own properties, and not by its EXIF (ISO 23008-12 section A.2.1).
  const orientation = format === 'heif' ? 1 : (metadata.orientation ?? 1);
  const isLying = orientation >= 5;
  // The picture is turned after shrinking, because a JPEG is decoded at a fraction of its size only if shrinking comes first.
  const shrinking = sharp(file, { failOn: 'error', limitInputPixels: limits.photoPixels })
    .resize({
      width: isLying ? height : width,
      height: isLying ? width : height,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (format === 'heif') return shrinking.catch(() => ofHeic(bytes, { width, height }, metadata.icc));
  const small = await shrinking;
  if (orientation === 1) return small;
  return upright(ofPixels(small), orientation).raw().toBuffer({ resolveWithObject: true });
}

/** Decodes what sharp cannot decode, as a HEIC: its brand may be wrong about the codec. */
async function ofHeic(bytes: Buffer, box: { width: number; height: number }, profile?: Buffer): Promise<Pixels> {
  const pixels = await decodeHeic(bytes, box);
  return profile ? toSrgb(pixels, profile) : pixels;
}

/** The names that libvips has for each format. A JPEG with a gain map is `uhdr`; its base picture is used. */
const loadedAs: Record<ImageFormat, Metadata['format'][]> = {
  jpeg: ['jpeg', 'uhdr' as Metadata['format']],
  png: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  heif: ['heif'],
  svg: ['svg'],
  ico: [],
};

const ofPixels = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/** Converts pixels from the colours of an ICC profile to sRGB, by writing them as a PNG with that profile (PNG 3 section 11.3.2.3). */
async function toSrgb(pixels: Pixels, profile: Buffer): Promise<Pixels> {
  const png = await ofPixels(pixels).png({ compressionLevel: 0 }).toBuffer();
  const stated = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(stated.length - 4);
  checksum.writeUInt32BE(crc32(stated));
  const afterHeader = 33;
  const parts = [png.subarray(0, afterHeader), length, stated, checksum, png.subarray(afterHeader)];
  return sharp(Buffer.concat(parts)).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

/** Undoes an EXIF orientation of 2 to 8 (Exif 3.0 section 4.6.5.1.6, Orientation). */
function upright(image: Sharp, orientation: number): Sharp {
  const quarterTurns = [0, 0, 2, 2, 3, 1, 1, 3][orientation - 1] ?? 0;
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  return image.rotate(90 * quarterTurns).flop(isMirrored);
}

async function photo(pixels: Pixels): Promise<Picture> {
  const { width, height } = pixels.info;
  const byWidth = await webpByWidth(pixels);
  return {
    extension: 'webp',
    contentType: 'image/webp',
    width,
    height,
    placeholder: await placeholder(pixels),
    files: photoWidths.map((wanted) => ({
      suffix: wanted === widest ? '' : `.${wanted}`,
      bytes: byWidth.get(Math.min(wanted, width)) as Buffer,
    })),
  };
}

const usualQuality = 75;
const lowestQuality = 40;
/** Bytes per pixel of a variant, as a fraction of those of the next smaller one. */
const bytesPerPixelRatio = 0.75;

/**
 * Makes the variants by their width, smallest first. The size of one predicts that of the next: a photo full of fine detail gets a
 * lower quality, so that it does not take longer on a poor line. None is larger than the photo.
 */
async function webpByWidth(pixels: Pixels): Promise<Map<number, Buffer>> {
  const { width, height } = pixels.info;
  const byWidth = new Map<number, Buffer>();
  let bytesPerPixel = 0;
  for (const wanted of photoWidths) {
    const fitting = Math.min(wanted, width);
    if (byWidth.has(fitting)) continue;
    const area = (fitting * fitting * height) / width;
    const affordable = usualQuality * (byteBudgets[wanted] / (bytesPerPixel * bytesPerPixelRatio * area));
    const quality = Math.round(Math.max(lowestQuality, Math.min(usualQuality, affordable)));
    const bytes = await ofPixels(pixels).resize({ width: fitting }).webp({ quality, effort: 4 }).toBuffer();
    bytesPerPixel = (bytes.length / area) * (usualQuality / quality);
    byWidth.set(fitting, bytes);
  }
  return byWidth;
}

const byteBudgets: Record<(typeof photoWidths)[number], number> = { 320: 40_000, 640: 74_000, 1080: 190_000 };

/** Makes one file with a fixed `.png` name. */
async function single(pixels: Pixels, purpose: Purpose): Promise<Picture> {
  const { width, height } = pixels.info;
  // An announcement may be a photo, whose WebP has a fifth of the size; the file is served with the type of its bytes.
  const isPhoto = purpose === 'announcement';
  const image = isPhoto
    ? ofPixels(pixels).webp({ quality: usualQuality, effort: 4 })
    : ofPixels(pixels).png({ palette: true, quality: 90 });
  return {
    extension: 'png',
    contentType: isPhoto ? 'image/webp' : 'image/png',
    width,
    height,
    placeholder: await placeholder(pixels),
    files: [{ suffix: '', bytes: await image.toBuffer() }],
  };
}

const previewQualities = [80, 65, 50, 35, 20, 10];
/** The page's colour shows behind transparent pixels. */
const previewBackground = '#12100e';

/** Makes the JPEG that chat apps show for a link: cut to their ratio, and of a lower quality if the photo has much detail. */
async function preview(pixels: Pixels): Promise<Picture> {
  const { width, height, bytes: maxBytes } = previewPictureSize;
  const { data, info } = await ofPixels(pixels)
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: previewBackground })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const quality of previewQualities) {
    const bytes = await ofPixels({ data, info }).jpeg({ quality }).toBuffer();
    if (bytes.length > maxBytes) continue;
    const files = [{ suffix: '.preview', bytes }];
    return { extension: 'jpg', contentType: 'image/jpeg', width, height, placeholder: '', files };
  }
  throw new AppError('picture_too_costly');
}

async function asItIs(bytes: Buffer, format: 'svg' | 'ico'): Promise<Picture> {
  if (format === 'ico' && !isWholeIco(bytes)) throw new AppError('broken_image');
  const { width, height } = format === 'svg' ? await sharp(bytes).metadata() : icoSize(bytes);
  return {
    extension: format,
    contentType: format === 'svg' ? 'image/svg+xml' : 'image/x-icon',
    width,
    height,
    placeholder: '',
    files: [{ suffix: '', bytes }],
  };
}

/** Reads the size of an icon's first picture, in which 0 means 256. */
const icoSize = (bytes: Buffer) => ({ width: bytes.readUInt8(6) || 256, height: bytes.readUInt8(7) || 256 });

async function placeholder(pixels: Pixels): Promise<string> {
  const { data, info } = await ofPixels(pixels)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
