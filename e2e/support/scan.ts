import jsqr from 'jsqr';
import sharp from 'sharp';

/** Reads a code in a picture as a camera does. @returns its text, and its corners without the quiet zone */
export async function scan(picture: Buffer) {
  const image = sharp(picture, { failOn: 'none' }).flatten({ background: '#fff' }).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const code = jsqr.default(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('There is no code that can be read.');
  const { topLeftCorner, topRightCorner } = code.location;
  return { text: code.data, left: topLeftCorner.x, top: topLeftCorner.y, side: topRightCorner.x - topLeftCorner.x };
}
