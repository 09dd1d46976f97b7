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
