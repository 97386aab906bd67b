import { crc32, deflateSync } from "node:zlib";
import gifenc from "gifenc";
import type { PNG } from "pngjs";

const COLORS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Encodes a picture of a page with a palette of 256 colours: a third of the size, and hardly to be told apart. Drops transparency. */
export function encodePng({ data, width, height }: PNG): Buffer {
  const rgba = new Uint8Array(data);
  const palette = gifenc.quantize(rgba, COLORS);
  const pixels = gifenc.applyPalette(rgba, palette);
  // Each row begins with its filter; rows of a palette compress best without one.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each, which are an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((color) => [...color].slice(0, 3)))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
