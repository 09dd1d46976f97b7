/** `heif` is a HEIC, an AVIF or another picture in that container (ISO 23008-12). */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'heif' | 'svg' | 'ico';

const signatures: [format: ImageFormat, offset: number, bytes: string][] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBP'],
  ['ico', 0, '\0\0\x01\0'],
];

/** The format that a file's bytes have, whatever its name or content type; undefined for anything else. */
export function sniff(bytes: Buffer): ImageFormat | undefined {
  const found = signatures.find(([, offset, signature]) =>
    bytes.subarray(offset, offset + signature.length).equals(Buffer.from(signature, 'latin1')),
  );
  if (found) return found[0];
  if (isHeif(bytes)) return 'heif';
  return isSvg(bytes) ? 'svg' : undefined;
}

const heifBrands = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'avif', 'avis']);
const mostBrands = 32;

/** Whether the file's first box names a brand of pictures, as the main or a compatible one; that of a video names none. */
function isHeif(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 16 + 4 * mostBrands);
  for (let at = 8; at + 4 <= end; at += 4) if (heifBrands.has(bytes.toString('latin1', at, at + 4))) return true;
  return false;
}

/**
 * Gives a file a main brand that libvips knows, as it goes by that alone: some programs write one of their own, or that of an
 * animation.
 */
export function underKnownBrand(heif: Buffer): Buffer {
  const main = heif.toString('latin1', 8, 12);
  if (heifBrands.has(main) && main !== 'avis') return heif;
  const known = Buffer.from(heif);
  known.write('mif1', 8, 'latin1');
  return known;
}

/** Whether the first element of a text is `svg`, after an optional XML declaration, doctype and comments. */
function isSvg(bytes: Buffer): boolean {
  let text = bytes
    .subarray(0, 16 * 1024)
    .toString('utf8')
    .trimStart();
  for (;;) {
    const end = text.startsWith('<!--') ? '-->' : /^<(?:\?xml|!doctype)\b/i.test(text) ? '>' : undefined;
    if (end === undefined) return /^<svg[\s>]/.test(text);
    const at = text.indexOf(end);
    if (at === -1) return false;
    text = text.slice(at + end.length).trimStart();
  }
}

/** Whether an icon's directory points at pictures that are all there. */
export function isWholeIco(bytes: Buffer): boolean {
  const count = bytes.length >= 6 ? bytes.readUInt16LE(4) : 0;
  if (count === 0 || bytes.length < 6 + 16 * count) return false;
  return Array.from({ length: count }, (_, index) => 6 + 16 * index).every((entry) => {
    const size = bytes.readUInt32LE(entry + 8);
    const offset = bytes.readUInt32LE(entry + 12);
    return size > 0 && offset >= 6 + 16 * count && offset + size <= bytes.length;
  });
}
