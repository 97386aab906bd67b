import { crc32, deflateSync } from "node:zlib";

const WIDTH = 320;
const HEIGHT = 240;

type Colour = readonly [number, number, number];
const GROUNDS: readonly Colour[] = [
  [233, 226, 214],
  [214, 224, 222],
  [228, 217, 208],
  [221, 222, 231],
  [226, 229, 214],
];
const INKS: readonly Colour[] = [
  [94, 74, 58],
  [52, 78, 84],
  [120, 62, 48],
  [63, 66, 98],
  [88, 94, 52],
  [40, 40, 44],
];

/** Draws a still life of three shapes, different for each number: a PNG of a few kilobytes. */
export function drawPicture(n: number): Buffer {
  const ground = GROUNDS[n % GROUNDS.length] as Colour;
  const ink = INKS[n % INKS.length] as Colour;
  const [left, top, size] = [60 + ((n * 23) % 90), 50 + ((n * 17) % 50), 60 + ((n * 11) % 50)];
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    const start = y * (WIDTH * 3 + 1) + 1;
    for (let x = 0; x < WIDTH; x += 1) {
      const isFloor = y > 190;
      const isBox = x > left && x < left + size && y > top + 40 && y < 190;
      const isDisc = (x - left - size - 40) ** 2 + (y - top - 50) ** 2 < (size / 2.4) ** 2;
      const colour = isBox ? ink : isDisc ? mix(ink, ground, 0.45) : isFloor ? mix(ground, [120, 110, 100], 0.7) : ground;
      rows.set(colour, start + x * 3);
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header()),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const mix = (one: Colour, other: Colour, part: number): Colour => [
  Math.round(one[0] * part + other[0] * (1 - part)),
  Math.round(one[1] * part + other[1] * (1 - part)),
  Math.round(one[2] * part + other[2] * (1 - part)),
];

function header(): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(WIDTH, 0);
  data.writeUInt32BE(HEIGHT, 4);
  // RGB with eight bits per channel.
  data.set([8, 2, 0, 0, 0], 8);
  return data;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
