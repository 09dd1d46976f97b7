import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ErrorEnvelope } from '@lapau/contract/errors';
import sharp from 'sharp';
import type { Color, Sharp } from 'sharp';
import type { SavedFile } from '../platform/files/save.ts';
import type { Client, Credential } from './client.ts';

/** A picture with coarse shapes, fine ones and the grain of a phone's sensor: it compresses as a photo of food does. */
export async function photoLike(width: number, height: number): Promise<Sharp> {
  const noise = (scale: number, sigma: number) =>
    sharp({
      create: {
        width: Math.ceil(width / scale),
        height: Math.ceil(height / scale),
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize({ width, height, fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer();
  const [pixels, shapes, grain] = await Promise.all([noise(100, 70), noise(10, 15), noise(1, 5)]);
  for (let index = 0; index < pixels.length; index += 1) {
    const value = (pixels[index] ?? 0) + (shapes[index] ?? 0) + (grain[index] ?? 0) - 256;
    pixels[index] = Math.max(0, Math.min(255, value));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A plain picture of one colour. */
export const plainPicture = (width = 60, height = 40, background: Color = '#c63'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/**
 * A black PNG with an alpha channel, 16 bits a sample, interlaced: few bytes, of which a decoder makes eight a pixel, all
 * at once (PNG 3 section 8.1).
 */
export function interlacedPng(width: number, height: number): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  const size = passes.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    return sum + Math.ceil((height - top) / down) * (1 + 8 * columns);
  }, 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, 1], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflatedZeros(size)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** A zlib stream of so many zeros, made of one compressed block that is repeated (RFC 1950, RFC 1951). */
function deflatedZeros(size: number): Buffer {
  const blockSize = 2 ** 20;
  const block = deflateRawSync(Buffer.alloc(blockSize), { finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((size % 65_521) * 65_536 + 1);
  return Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array<Buffer>(Math.floor(size / blockSize)).fill(block),
    deflateRawSync(Buffer.alloc(size % blockSize)),
    checksum,
  ]);
}

/** A WebP of so many frames of one pixel (RFC 9649 section 2.7.1). */
export async function animatedWebp(frames: number): Promise<Buffer> {
  const still = await plainPicture(1, 1).webp({ lossless: true }).toBuffer();
  const frame = Buffer.concat([Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), still.subarray(12)]);
  const hasAnimation = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const body = [
    Buffer.from('WEBP'),
    webpChunk('VP8X', hasAnimation),
    webpChunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(webpChunk('ANMF', frame)),
  ];
  return webpChunk('RIFF', Buffer.concat(body));
}

function webpChunk(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

/** Uploads bytes to `/storage/<to>` as somebody. The body is a saved file or an error. */
export async function uploadTo(
  server: Pick<Client, 'request'>,
  to: string,
  bytes: Uint8Array,
  as?: Credential,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: SavedFile & ErrorEnvelope }> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: new Uint8Array(bytes),
  };
  const answer = await server.request(`/storage/${to}`, init, as);
  return { status: answer.status, body: (await answer.json()) as SavedFile & ErrorEnvelope };
}
