import { parentPort, workerData } from 'node:worker_threads';
import openLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import sharp from 'sharp';
import type { HeicAnswer, HeicOrder } from './heic.ts';

// This is the program of a thread that decodes one HEIC. A picture may leave the decoder broken, and its memory never
// becomes smaller: both end with the thread.

/** Pixels of 8 bits a sample in the file's own colours, upright, from all tiles. They lie in the decoder's memory. */
function decode(bytes: Uint8Array): { data: Uint8Array; width: number; height: number; channels: 3 | 4 } {
  const heif = openLibheif();
  const context = heif.heif_context_alloc();
  const read = heif.heif_context_read_from_memory(context, bytes);
  if (read.code.value !== 0) throw new Error(read.message);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if ('message' in handle) throw new Error(handle.message);
  const channels = heif.heif_image_handle_has_alpha_channel(handle) === 0 ? 3 : 4;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const image = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    channels === 3 ? rgb : rgba,
  );
  if ('message' in image) throw new Error(image.message);
  const [plane] = image.channels;
  if (!plane) throw new Error('libheif answers no pixels');
  const { data, stride, width, height } = plane;
  const row = width * channels;
  if (stride > row) for (let y = 1; y < height; y += 1) data.copyWithin(y * row, y * stride, y * stride + row);
  return { data: data.subarray(0, row * height), width, height, channels };
}

async function work({ bytes, box }: HeicOrder): Promise<HeicAnswer> {
  try {
    const { data, ...raw } = decode(bytes);
    const small = await sharp(data, { raw })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { pixels: small };
  } catch {
    return 'broken';
  }
}

parentPort?.postMessage(await work(workerData as HeicOrder));
