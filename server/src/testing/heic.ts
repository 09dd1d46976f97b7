/** One picture of HEVC, 512 pixels square, in four quarters: red, green, blue and white. Made once, by libheif's `heif-enc -q 30`. */
const quarters = {
  8: {
    configuration:
      'AQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwBaoAQCAIBZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwYkA=',
    data: 'AAAAmCgBrxkQagwoikge93yFN//4oYf+a1r/r8FeKz/LGyjzqAg8/4X4clH+E5n/jRKIXEEADEimtzqAeoW39lAAAB/gkwWo4AkbmIAA5oCHAAAELKOABRwqvVQb//ql8D820z/rcxAAAAMAMkcD8PFa//3j5dmceDLbu/R6ngAAWMAAAAMA+ZGAAsIAAAWIHIAYcAAADhtyAFhA',
  },
  10: {
    configuration:
      'AQQIAAAAAAAAAAAAWvAA/P36+gAADwMgAAEAF0ABDAH//wQIAAADAJ24AAADAABaugJAIQABACxCAQEECAAAAwCduAAAAwAAWqAEAgCATZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrBiQA==',
    data: 'AAABoigBrxMQbNjfa/7W5TPhv//2aqP/8RXPD+XlIrVAuvBVbVvsooACDj+rft9L//1VLf/4e6UfNf/yRhSAPQABmaSMX3AAowGrplPDwg2YCEy9x/DFqAAAHZCTAUoM4FbAKdeIvUnuPp8fX/+1DChkPImi/KxG3wAX7jG+88lCXThezS7WEy5MiV7P99mQAAAmoIcAAAMBdJl2nJYbiuIPOQ9r3Njoa2HGooWRv54oAEDSdpT3KwvLG9aSn2Lc3c3KXZ/vsyAAAYsnnTT3//8ceZH+tYK//mFeMAAAAwAvTe//RP5RdtH5mXm/31Bdkad//vwAAAMAEbAAAAMAybP+odBL8xATZAq4B2I7R2Zm0wiYKTQ1ySH3fOABNe7wB+05pedRd2keHkShn0VbjsZE9W/qi4AABZQAAAahgemDQS/MQE2QKuAdiO0dmZtMIuKGfMGkF2gAAwqc8Nu328AAbwBGg9umN9xNXwAACagAABXL1fam+X9YgJsgVcA7Edo7MzaYRWB7QYkILtAABhU54bdvt4AA3gCNB7dMb8Jc/gAAF9A=',
  },
};
const edge = 512;

type Heic = {
  /** How many pictures the photo is put together of in a row, as phones do; each of them shows the four quarters. */
  columns?: number;
  rows?: number;
  /** The part of the photo that shows, in pixels from the left and the top; the whole photo, if it is left out. */
  width?: number;
  height?: number;
  bits?: 8 | 10;
  /** How many quarter turns anticlockwise a program has to turn the photo by. */
  turns?: number;
  /** How a program has to mirror the photo after turning it. */
  mirror?: 'top to bottom' | 'left to right';
  /** An ICC profile. */
  profile?: Buffer;
  exif?: Buffer;
  /** The brands that the file's first bytes name, the main one first. */
  brands?: string[];
};

/** A photo as phones store it in HEIC (ISO 23008-12), property by property. */
export function buildHeic({
  columns = 1,
  rows = 1,
  width = columns * edge,
  height = rows * edge,
  bits = 8,
  turns,
  mirror,
  profile,
  exif,
  brands = ['heic', 'mif1'],
}: Heic = {}): Buffer {
  const { configuration, data } = quarters[bits];
  const tile = Buffer.from(data, 'base64');
  const tiles = Array.from({ length: columns * rows }, (_, index) => index + 1);
  const [grid, metadata] = [tiles.length + 1, tiles.length + 2];

  const shared = [box('hvcC', Buffer.from(configuration, 'base64')), size(edge, edge)];
  const own = [
    size(width, height),
    ...(profile ? [box('colr', Buffer.from('prof'), profile)] : []),
    ...(turns === undefined ? [] : [box('irot', bytes(turns))]),
    ...(mirror === undefined ? [] : [box('imir', bytes(mirror === 'top to bottom' ? 0 : 1))]),
  ];
  const items = [
    ...tiles.map((id) => ({ id, type: 'hvc1', isHidden: true, content: tile, properties: [0x81, 2] })),
    {
      id: grid,
      type: 'grid',
      isHidden: false,
      content: Buffer.concat([bytes(0, 1, rows - 1, columns - 1), int32(width, height)]),
      properties: own.map((_property, index) => shared.length + index + 1),
    },
    ...(exif
      ? [{ id: metadata, type: 'Exif', isHidden: true, content: Buffer.concat([int32(0), exif]), properties: [] }]
      : []),
  ];
  const contents = [tile, ...items.slice(tiles.length).map(({ content }) => content)];
  const references = [
    box('dimg', int16(grid, tiles.length, ...tiles)),
    ...(exif ? [box('cdsc', int16(metadata, 1, grid))] : []),
  ];
  const [main = '', ...others] = brands;
  const type = box('ftyp', Buffer.from(main), int32(0), Buffer.from([main, ...others].join('')));
  const about = (start: number) => {
    const offsets = contents.map((_content, index) => start + lengthOf(contents.slice(0, index)));
    return box(
      'meta',
      int32(0),
      box('hdlr', int32(0, 0), Buffer.from('pict'), Buffer.alloc(13)),
      box('pitm', int32(0), int16(grid)),
      box(
        'iinf',
        int32(0),
        int16(items.length),
        ...items.map((item) =>
          box('infe', int32(0x0200_0000 + (item.isHidden ? 1 : 0)), int16(item.id, 0), Buffer.from(`${item.type}\0`)),
        ),
      ),
      box('iref', int32(0), ...references),
      box(
        'iprp',
        box('ipco', ...shared, ...own),
        box(
          'ipma',
          int32(0, items.length),
          ...items.map(({ id, properties }) => Buffer.concat([int16(id), bytes(properties.length, ...properties)])),
        ),
      ),
      box(
        'iloc',
        int32(0),
        bytes(0x44, 0),
        int16(items.length),
        ...items.map(({ id, content }) => {
          const offset = offsets[contents.indexOf(content)] ?? 0;
          return Buffer.concat([int16(id, 0, 1), int32(offset, content.length)]);
        }),
      ),
    );
  };
  const start = type.length + about(0).length + 8;
  return Buffer.concat([type, about(start), box('mdat', ...contents)]);
}

const lengthOf = (parts: Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const int16 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => bytes(value >> 8, value & 255)));
const int32 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => int16(Math.floor(value / 65_536), value % 65_536)));
const box = (type: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([int32(lengthOf(parts) + 8), Buffer.from(type), ...parts]);
const size = (width: number, height: number): Buffer => box('ispe', int32(0, width, height));
