import { PNG } from "pngjs";

/** Pixels of the page per pixel of a thumbnail, in each direction. */
const BLOCK = 8;

/** Returns the picture at an eighth of its size: each pixel has the mean colour of a block. Letters look alike then, in any font. */
export function thumbnailOf({ data, width, height }: PNG): PNG {
  const small = new PNG({ width: Math.ceil(width / BLOCK), height: Math.ceil(height / BLOCK) });
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      const [bottom, right] = [Math.min(height, (y + 1) * BLOCK), Math.min(width, (x + 1) * BLOCK)];
      let [red, green, blue] = [0, 0, 0];
      for (let v = y * BLOCK; v < bottom; v += 1) {
        for (let from = (v * width + x * BLOCK) * 4; from < (v * width + right) * 4; from += 4) {
          red += data[from]!;
          green += data[from + 1]!;
          blue += data[from + 2]!;
        }
      }
      const pixels = (bottom - y * BLOCK) * (right - x * BLOCK);
      const at = (y * small.width + x) * 4;
      small.data.set(
        [red, green, blue].map((sum) => Math.round(sum / pixels)),
        at,
      );
      small.data[at + 3] = 255;
    }
  }
  return small;
}

/** Difference of a colour channel (0 to 255) from which on a block counts as changed. */
const CHANGED = 24;

/** Returns which part of the blocks changed, 0 to 1. Thumbnails of different sizes have nothing in common. */
export function changedPart(one: PNG, other: PNG): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let changed = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(one.data[at + channel]! - other.data[at + channel]!) > CHANGED)) changed += 1;
  }
  return changed / (one.data.length / 4);
}
