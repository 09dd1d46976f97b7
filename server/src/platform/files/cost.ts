import { limits } from '@lapau/contract/limits';
import type { Metadata } from 'sharp';

/** The bytes that 50 megapixels take in 8 bits with an alpha channel. */
const maxDecodedBytes = 4 * limits.photoPixels;
const maxWebpFrames = 1000;

/**
 * Whether decoding takes more memory than a usual photo may. Most pictures are decoded line by line; those that are
 * not are whole in memory, whatever they are shrunk to: interlaced PNG (PNG 3 section 8.1), progressive JPEG, whose
 * coefficients have two bytes each (ITU-T T.81 section G.1), GIF, WebP, HEIC and AVIF.
 */
export function isTooCostly(header: Metadata): boolean {
  const { format, width, height, channels, depth, isProgressive } = header;
  const isWhole = format === 'gif' || format === 'webp' || format === 'heif' || isProgressive;
  if (!isWhole) return false;
  const bytesPerPixel =
    format === 'png' || format === 'heif'
      ? channels * (depth === 'ushort' ? 2 : 1)
      : format === 'jpeg'
        ? 2 * samplesPerPixel(header)
        : 4;
  return width * height * bytesPerPixel > maxDecodedBytes;
}

const samplesPerPixel = ({ chromaSubsampling, channels }: Metadata): number =>
  chromaSubsampling === '4:2:0' ? 1.5 : chromaSubsampling === '4:2:2' ? 2 : channels;

/**
 * Whether a WebP has more frames than an animation needs. Only the first is used, but the library looks at all of them
 * and takes the square of their number, so they are counted before it sees the file (RFC 9649 section 2.7).
 */
export function hasTooManyFrames(webp: Buffer): boolean {
  let frames = 0;
  for (let chunk = 12; chunk + 8 <= webp.length && frames <= maxWebpFrames;) {
    if (webp.toString('latin1', chunk, chunk + 4) === 'ANMF') frames += 1;
    const size = webp.readUInt32LE(chunk + 4);
    chunk += 8 + size + (size % 2);
  }
  return frames > maxWebpFrames;
}
