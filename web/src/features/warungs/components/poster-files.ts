import { isPageCanvasTrue } from '../../../lib/uploads/page-canvas.ts';
import { asFileName, encodeCanvas, NoisyCanvas } from './canvas-files.ts';
import { drawPoster, papers } from './poster-drawing.ts';
import type { Paper, Poster } from './poster-drawing.ts';

const posterFormats = ['pdf', 'png'] as const;
export type PosterFormat = (typeof posterFormats)[number];

const dotsPerInch = 300;
const mmPerInch = 25.4;
const pointsPerInch = 72;

/**
 * A poster as a file to print, made on the device: it needs no network.
 * @throws when the device cannot draw that much; NoisyCanvas when it draws noise
 */
export async function makePosterFile(format: PosterFormat, paper: Paper, poster: Poster): Promise<File> {
  const canvas = document.createElement('canvas');
  drawPoster(canvas, paper, dotsPerInch / mmPerInch, poster);
  const pixels = { width: canvas.width, height: canvas.height };
  const encoded = await encodeCanvas(canvas, format === 'png' ? 'image/png' : 'image/jpeg');
  if (!(await isPageCanvasTrue())) throw new NoisyCanvas();
  const picture = new Uint8Array(await encoded.arrayBuffer());
  const parts = format === 'png' ? pngAtDots(picture) : pdfOfJpeg(picture, pixels, papers[paper]);
  return new File(parts, `poster-${asFileName(poster.name)}-${paper.toLowerCase()}.${format}`, {
    type: format === 'png' ? 'image/png' : 'application/pdf',
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A PNG that says how large it is to be printed: with a pHYs chunk after the header (PNG, section 11.3.4.3). */
function pngAtDots(png: Bytes): Bytes[] {
  const perMetre = Math.round((dotsPerInch / mmPerInch) * 1000);
  const chunk = new Uint8Array(21);
  chunk.set(ascii('pHYs'), 4);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  view.setUint8(16, 1); // per metre
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const afterHeader = 33;
  return [png.slice(0, afterHeader), chunk, png.slice(afterHeader)];
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** Makes a PDF of one page that a JPEG fills (ISO 32000-1), without a library: those have 150 kB of code that a picture does not need. */
function pdfOfJpeg(jpeg: Bytes, pixels: { width: number; height: number }, paper: { width: number; height: number }) {
  const points = (mm: number) => ((mm / mmPerInch) * pointsPerInch).toFixed(2);
  const [width, height] = [points(paper.width), points(paper.height)];
  const content = `q ${width} 0 0 ${height} 0 0 cm /Poster Do Q`;
  const objects: [head: string, stream?: Bytes][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /Poster 4 0 R >> >> /Contents 5 0 R >>`,
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ],
    [`<< /Length ${content.length} >>`, ascii(content)],
  ];
  const parts: Bytes[] = [ascii('%PDF-1.4\n')];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const offsets = objects.map(([head, stream], index) => {
    const offset = length();
    parts.push(ascii(`${index + 1} 0 obj\n${head}\n`));
    if (stream) parts.push(ascii('stream\n'), stream, ascii('\nendstream\n'));
    parts.push(ascii('endobj\n'));
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    ascii(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length()}\n%%EOF\n`,
    ),
  );
  return parts;
}

const ascii = (text: string): Bytes => new TextEncoder().encode(text);
