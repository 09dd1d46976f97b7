import sharp from 'sharp';
import { ground } from './grounds.ts';
import { light, type Size } from './light.ts';
import { canvasSide, type Scene } from './scene.ts';

async function rasterize(drawing: string, { width, height }: Size): Promise<Uint8Array> {
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${canvasSide} ${(canvasSide * height) / width}">${drawing}</svg>`;
  return sharp(Buffer.from(page), { unlimited: true }).ensureAlpha().raw().toBuffer();
}

/** Draws and lights a scene, canvasSide units wide; answers a JPEG of that many pixels. */
export async function renderScene(scene: Scene, size: Size): Promise<Buffer> {
  const { colours, matter } = scene.drawings();
  const pixels = light(
    size,
    await rasterize(colours, size),
    await rasterize(matter, size),
    ground(scene.background, size),
  );
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 86 })
    .toBuffer();
}
